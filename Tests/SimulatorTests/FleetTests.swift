import Messaging
import Synchronization
import Testing
import Wire

@testable import Simulator

@Suite struct `A simulated fleet` {
  final class Time: Sendable {
    let moment = Mutex(Bench.start)
    var now: Timestamp { moment.withLock { $0 } }
    func pass(_ time: Duration) { moment.withLock { $0 = $0 + time } }
  }

  private func fleet(
    _ time: Time, _ change: (inout SimulatorSettings) throws -> Void = { _ in }
  ) throws -> Simulation {
    var settings = SimulatorSettings(
      boxes: 6, stores: 2, prefix: "s", topics: try FleetTopics(), ordersPerMinute: 2, minutes: 2)
    try change(&settings)
    return try Simulation(settings, version: "1") { time.now }
  }

  /// Plays a minute in steps of a second, and brings the boxes what the back end publishes.
  private func play(_ simulation: Simulation, _ time: Time, seconds: Int) -> [String] {
    var ids: [String] = []
    for _ in 0..<seconds {
      time.pass(.seconds(1))
      _ = simulation.turn()
      for order in simulation.orders.next(atMost: 100) {
        simulation.orders.accept([order])
        let number = simulation.names.firstIndex {
          order.topic == "soundbox/v1/\($0.store)/\($0.box)/command"
        }
        guard let number else { continue }
        ids.append(VoiceCommand.event(of: (try? JSONReader.read(order.payload)) ?? .null)?.id ?? "")
        simulation.take([Message(topic: order.topic, payload: order.payload)], for: number)
      }
      for number in simulation.names.indices {
        let source = simulation.source(of: number)
        source.accept(source.next(atMost: 100))
      }
    }
    return ids
  }

  @Test func `stands in its stores, each box under a name of its own`() throws {
    let simulation = try fleet(Time())
    let names = simulation.names.map { "\($0)" }
    #expect(
      names == [
        "s0001/box-1", "s0002/box-1", "s0001/box-2", "s0002/box-2", "s0001/box-3", "s0002/box-3",
      ])
    let shares = try (0..<2).flatMap { part in
      try fleet(Time()) { $0.share = (part, 2) }.names.map { "\($0)" }
    }
    #expect(Set(shares) == Set(names))
    #expect(shares.count == names.count)
  }

  @Test func `gets its orders from when it is online, and is done after the last of them`() throws {
    let time = Time()
    let simulation = try fleet(time)
    #expect(play(simulation, time, seconds: 60).isEmpty)
    for number in simulation.names.indices {
      _ = simulation.connecting(number)
      simulation.online(number)
    }
    let first = play(simulation, time, seconds: 60)
    #expect(first.count == 12)
    #expect(!simulation.hasPublishedAllOrders)
    let rest = play(simulation, time, seconds: 70)
    #expect(Set(first + rest).count == 24)
    #expect(simulation.hasPublishedAllOrders)
    #expect(simulation.isDone)
    let counts = simulation.counts
    #expect(counts.published == 24)
    #expect(counts.delivered == 24)
    #expect(counts.handled == ["played": 24])
    #expect(counts.receipts == 48)
    #expect(counts.sent == 48)
    #expect(Counts(.object(counts.json)) == counts)
  }

  @Test func `speaks under the topics that it is told`() throws {
    let time = Time()
    let simulation = try fleet(time) {
      $0.topics = try FleetTopics(templates: [
        .command: "say/{store}/{box}", .delivered: "got/{store}/{box}",
        .request: "ask/{store}/{box}/{verb}", .response: "answer/{store}/{box}/{verb}",
        .state: "there/{box}/{store}",
      ])
    }
    #expect(
      simulation.subscriptions(of: 0) == [
        "say/s0001/box-1", "soundbox/v1/s0001/all/command", "ask/s0001/box-1/+",
        "soundbox/v1/s0001/all/request/+", "there/box-1/s0001",
      ])
    let presence = simulation.connecting(0)
    for message in [presence.birth, presence.will, presence.goodbye] {
      #expect(message?.topic == "there/box-1/s0001")
    }
    simulation.online(0)
    time.pass(.seconds(60))
    _ = simulation.turn()
    let order = try #require(simulation.orders.next(atMost: 1).first)
    #expect(order.topic == "say/s0001/box-1")
    simulation.take(
      [
        Message(topic: order.topic, payload: order.payload),
        Message(topic: "ask/s0001/box-1/health", payload: Array("{}".utf8)),
      ], for: 0)
    let topics = simulation.source(of: 0).next(atMost: 100).map(\.topic)
    #expect(topics.contains("got/s0001/box-1"))
    #expect(topics.contains("answer/s0001/box-1/health"))
  }

  @Test func `has the same orders again with the same seed`() throws {
    func orders(_ seed: UInt64) throws -> [String] {
      let time = Time()
      let simulation = try fleet(time) { $0.seed = seed }
      simulation.online(0)
      time.pass(.seconds(120))
      _ = simulation.turn()
      return simulation.orders.next(atMost: 100).map(\.text)
    }
    let first = try orders(1)
    #expect(!first.isEmpty)
    #expect(try orders(1) == first)
    #expect(try orders(2) != first)
  }

  @Test func `has its cables pulled, again and again, until it is closed`() throws {
    let time = Time()
    let simulation = try fleet(time) {
      $0.faults = Faults([.lost: .count(1)])
      $0.ordersPerMinute = 0
      $0.absence = .seconds(10)
    }
    for number in simulation.names.indices { simulation.online(number) }
    var cuts: [Simulation.ConnectionCommand] = []
    for _ in 0..<100 {
      time.pass(.seconds(1))
      let commands = simulation.turn().filter { if case .cut = $0 { true } else { false } }
      for case .cut(let number, _) in commands {
        #expect(simulation.offline(number))
        #expect(!simulation.offline(number))
        simulation.online(number)
      }
      cuts += commands
    }
    #expect(cuts.count >= 9)
    #expect(Set(cuts.map { "\($0)" }).count == 1)
    #expect(simulation.counts.cuts == cuts.count)
    simulation.close()
    time.pass(.seconds(100))
    let closed = simulation.turn().filter { if case .cut = $0 { true } else { false } }
    #expect(closed.isEmpty)
  }

  @Test
  func `comes back with a higher connectionNumber, and tells again content was not acknowledged`()
    throws
  {
    let time = Time()
    let simulation = try fleet(time)
    let first = simulation.connecting(0)
    simulation.online(0)
    let name = simulation.names[0]
    let command = #"{"aps":{"soundCommand":"queue.call number:1"},"id":"a"}"#
    simulation.take(
      [
        Message(
          topic: "soundbox/v1/\(name.store)/\(name.box)/command", payload: Array(command.utf8))
      ], for: 0)
    let lost = simulation.source(of: 0).next(atMost: 100).map(\.payload)
    #expect(lost.contains { String(decoding: $0, as: UTF8.self).contains("delivered") })
    #expect(!simulation.offline(0))
    simulation.source(of: 0).restart()
    let second = simulation.connecting(0)
    #expect(simulation.source(of: 0).next(atMost: 100).map(\.payload) == lost)
    let sessions = try [first.will, first.birth, second.will, second.birth].map {
      try StateReport(payload: #require($0).payload).connectionNumber
    }
    #expect(sessions[0] == sessions[1])
    #expect(sessions[2] == sessions[3])
    #expect(sessions[2] > sessions[0])
  }

  @Test func `says again that it is there when somebody calls it lost`() throws {
    var bench = try Bench()
    bench.send(#"{"state":"lost","session":1}"#, to: "s1/box-1/state", isRetained: true)
    #expect(bench.seen.last?["state"] == "online")
    let count = bench.seen.count
    bench.send(#"{"state":"online","session":1}"#, to: "s1/box-1/state")
    #expect(bench.seen.count == count)
  }

  @Test func `tells its health each minute`() throws {
    var bench = try Bench()
    bench.pass(.seconds(179))
    #expect(bench.seen.count { $0.topic.hasSuffix("/health") } == 2)
  }

  /// A monitor takes an order that rings for one that is in hand.
  @Test func `tells how long the oldest order waits or rings`() throws {
    var bench = try Bench()
    bench.command("a", with: #","act":4"#)
    bench.pass(.seconds(40))
    let health = try #require(bench.ask("health")?.json["data"]?.object)
    #expect(health["queue"]?.text == "1")
    #expect(health["ringing"]?.text == "1")
    #expect(health["oldestWaiting"]?.text == "40")
  }

  @Test func `is looked after in the order of time`() {
    var timers = TimerQueue()
    let times: [Int64] = [5, 3, 9, 1, 7, 3, 8, 2, 6, 4]
    for (number, due) in times.enumerated() { timers.add(number, at: due) }
    var taken: [Int64] = []
    while let next = timers.next(until: 8) { taken.append(next.due) }
    #expect(taken == times.sorted().dropLast())
    #expect(timers.next(until: 9)?.number == 2)
  }
}

extension PublicationSource {
  /// Says that the broker has taken publications.
  func accept(_ publications: [Publication]) {
    note(publications.compactMap(\.token).map { PublicationResult($0, .accepted) })
  }
}
