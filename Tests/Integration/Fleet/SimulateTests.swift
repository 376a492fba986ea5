import Glibc
import Interop
import Testing
import TestKit
import Wire

/// Virtual boxes, a real broker and a real monitor.
@Suite(.timeLimit(.minutes(3))) struct `A simulated fleet and its monitor` {
  /// Makes sure that the monitor has exactly the receipts that the boxes have written.
  private func check(_ monitor: MonitorProcess, has result: JSON) async throws {
    let count = result.number("receipts")
    try await monitor.wait {
      try await Set($0.receipts().map { "\($0.sender) \($0.seq)" }).count >= count
    }
    let receipts = try await monitor.receipts()
    let numbers = Dictionary(grouping: receipts, by: \.sender).mapValues { Set($0.map(\.seq)) }
    let isWhole = numbers.values.allSatisfy { $0 == Set(1...($0.max() ?? 0)) }
    #expect(isWhole, "no box has a gap")
    #expect(numbers.values.reduce(0) { $0 + $1.count } == count)
    let news = receipts.filter(\.isNew)
    #expect(news.count == count, "each receipt is new once")
    #expect(Set(news.map { "\($0.sender) \($0.statement)" }).count == count)
    #expect(!receipts.contains { $0["mark"] == "contradictory" })
    #expect(try await monitor.summary().number("gaps", "receipts") == 0)
    for outcome in result.value(at: ["handled"])?.object?.members ?? [] {
      let handled = news.count { $0.statement.hasSuffix("handled \(outcome.key)") }
      #expect(outcome.value.text == "\(handled)")
    }
  }

  @Test func `come to the same numbers`() async throws {
    try await withMonitor { broker, monitor in
      let simulation = try SimulateProcess(
        broker, boxes: 50, "--orders-per-minute", "24", "--minutes", "0.25", "--speaking", "200ms")
      let result = try await simulation.result()
      #expect(result.value(at: ["complete"]) == .bool(true))
      #expect(result.number("published") == 300)
      #expect(result.number("handled", "played") == 300)
      #expect(result.number("receipts") == 600)
      try await check(monitor, has: result)
      let summary = try await monitor.summary()
      #expect(summary.number("recent", "published") == 300)
      #expect(summary.number("recent", "delivered") == 300)
      #expect(summary.number("recent", "outcomes", "played") == 300)
      try await monitor.wait { try await $0.summary().number("boxes", "offline") == 50 }
    }
  }

  @Test func `show each fault as what it is`() async throws {
    try await withMonitor(more: "patience: 2s") { broker, monitor in
      let simulation = try SimulateProcess(
        broker, boxes: 50, "--orders-per-minute", "12", "--minutes", "0.1", "--speaking", "200ms",
        "--absence", "3s", "--will-delay", "1s",
        "--faults", "lost=2,silent=3,slow=2,duplicated=8%,clock=5")
      var lost: Set<String> = []
      try await monitor.wait { monitor in
        for row in try await monitor.boxes() where row["state"] == "lost" {
          lost.insert("\(row["store"]?.text ?? "")/\(row["box"]?.text ?? "")")
        }
        return lost.count == 2
      }
      try await monitor.wait {
        let silent = try await $0.get("/api/silent").value(at: ["rows", "count"])
        return silent?.text == "3"
      }
      let unsynced = try await monitor.boxes().count { $0["clock"] == "unsynced" }
      #expect(unsynced == 5)
      let troubled = try await monitor.boxes().count { $0["condition"] == "degraded" }
      #expect(troubled == 5)
      let slowest = try await monitor.summary().number("recent", "p95")
      #expect((0..<3_600_000).contains(slowest), "a clock that is a year behind spoils no latency")
      let result = try await simulation.result()
      #expect(result.number("cuts") >= 2)
      #expect(result.number("published") == 50)
      #expect(result.number("delivered") == 50)
      #expect(result.number("handled", "played") == 47)
      try await check(monitor, has: result)
      let receipts = try await monitor.receipts()
      #expect(receipts.count == result.number("sent"), "also what came twice is written down")
      let doubled = Dictionary(grouping: receipts, by: \.sender).values.count { receipts in
        Dictionary(grouping: receipts, by: \.seq).values.allSatisfy { $0.count > 1 }
      }
      #expect(doubled == 4)
      let orders = try await monitor.get("/api/orders?limit=500")
      let slow = (0..<50).count { index in
        let times = orders.value(at: ["orders", "\(index)", "times"])
        return (times?.number("finished") ?? 0) - (times?.number("started") ?? 0) >= 30_000
      }
      #expect(slow == 2)
    }
  }

  @Test func `answer what an operator asks`() async throws {
    try await withMonitor { broker, monitor in
      let simulation = try SimulateProcess(
        broker, boxes: 3, "--no-orders", "--stores", "1", "--speaking", "100ms")
      try await monitor.wait { try await $0.summary().number("boxes", "online") == 3 }
      let box = "sim-0001/box-2"
      let volume = try await monitor.request(box, "volume", #"{"value":35}"#)
      #expect(volume.value(at: ["reply", "data", "volume"])?.text == "35")
      let test = try await monitor.request(box, "say", #"{"soundCommand":"system.test"}"#)
      #expect(test.value(at: ["reply", "data", "outcome"]) == "played")
      let unknown = try await monitor.request(box, "replay", #"{"id":"a"}"#)
      #expect(unknown.value(at: ["reply", "status"]) == "error")
      try await broker.publish(
        #"{"aps":{"soundCommand":"queue.call number:1"},"id":"a","act":4}"#,
        to: "soundbox/v1/sim-0001/all/command")
      try await monitor.wait { try await $0.summary().number("recent", "delivered") == 3 }
      let ended = try await monitor.request(box, "acknowledge", #"{"order":"a"}"#)
      #expect(ended.value(at: ["reply", "data", "ended"])?.text == "1")
      let again = try await monitor.request(box, "replay", #"{"id":"a"}"#)
      #expect(again.value(at: ["reply", "status"]) == "ok")
      try await monitor.wait { monitor in
        let receipts = try await monitor.receipts().filter { $0.sender == box }
        return Set(receipts.map(\.statement)) == [
          "a#1 delivered ", "a#1 handled stopped", "a#2 delivered ", "a#2 handled played",
        ]
      }
      for (verb, body) in [
        ("stop", "{}"), ("mute", "{}"), ("health", "{}"), ("receipts", #"{"since":0}"#),
      ] {
        let answer = try await monitor.request(box, verb, body)
        #expect(answer.value(at: ["result"]) == "ok", "\(verb)")
      }
      simulation.child.send(SIGTERM)
      let result = try await simulation.result()
      #expect(result.number("requests") >= 9)
      try await monitor.wait { try await $0.summary().number("boxes", "offline") == 3 }
    }
  }

  @Test func `share the boxes among processes, which end with the first of them`() async throws {
    try await withMonitor { broker, monitor in
      let simulation = try SimulateProcess(
        broker, boxes: 30, "--orders-per-minute", "60", "--minutes", "0.1", "--speaking", "50ms",
        "--processes", "3")
      let result = try await simulation.result()
      #expect(result.value(at: ["complete"]) == .bool(true))
      #expect(result.number("boxes") == 30)
      #expect(result.number("published") == 180)
      try await check(monitor, has: result)
      let endless = try SimulateProcess(
        broker, boxes: 30, "--no-orders", "--processes", "3", "--will-delay", "1s")
      try await monitor.wait { try await $0.summary().number("boxes", "online") == 30 }
      let children = try endless.children()
      #expect(children.count == 3)
      endless.child.send(SIGKILL)
      try await monitor.wait { try await $0.summary().number("boxes", "offline") == 30 }
      try await monitor.wait { _ in !children.contains { SimulateProcess.isAlive($0) } }
    }
  }

  @Test func `go on without a process that is killed, and say so`() async throws {
    try await withMonitor { broker, monitor in
      let simulation = try SimulateProcess(
        broker, boxes: 30, "--no-orders", "--processes", "3", "--will-delay", "1s")
      try await monitor.wait { try await $0.summary().number("boxes", "online") == 30 }
      let victim = try #require(try simulation.children().first)
      kill(victim, SIGKILL)
      try await monitor.wait { monitor in
        let boxes = try await monitor.summary()
        return boxes.number("boxes", "lost") == 10 && boxes.number("boxes", "online") == 20
      }
      simulation.child.send(SIGTERM)
      let result = try await simulation.result(status: 71)
      #expect(result.value(at: ["complete"]) == .bool(false))
      #expect(result.number("online") <= 20)
      #expect(
        simulation.log.contains("process \(victim) ended with signal 9: its 10 boxes"))
      #expect(simulation.log.contains("1 of 3 processes failed"))
      try await monitor.wait { try await $0.summary().number("boxes", "offline") == 20 }
    }
  }

  @Test func `meet under the topics of the monitor's configuration`() async throws {
    let topics = """
      topics:
        command: "shop/{store}/{box}/say"
        delivered: "shop/{store}/{box}/got"
        handled: "shop/{store}/{box}/said"
        state: "shop/{store}/{box}/there"
        health: "shop/{store}/{box}/health"
        info: "shop/{store}/{box}/info"
        request: "shop/{store}/{box}/ask/{verb}"
        response: "shop/{store}/{box}/answer/{verb}"
      """
    try await withMonitor(more: topics) { broker, monitor in
      let others = try await broker.subscribe(to: "soundbox/#")
      let simulation = try SimulateProcess(
        for: monitor, boxes: 5, "--orders-per-minute", "30", "--minutes", "0.1", "--stores", "1",
        "--speaking", "1s", "--processes", "2")
      try await monitor.wait { try await $0.summary().number("boxes", "online") == 5 }
      let answer = try await monitor.request("sim-0001/box-5", "volume", #"{"value":35}"#)
      #expect(answer.value(at: ["reply", "data", "volume"])?.text == "35")
      let result = try await simulation.result()
      #expect(result.number("published") == 15)
      #expect(result.number("handled", "played") == 15)
      try await check(monitor, has: result)
      try await broker.publish("end", to: "soundbox/end")
      #expect(try await others.next().text == "end", "nothing else under the usual topics")
    }
  }

  @Test(arguments: [
    (["--boxes", "0"], "--boxes must be a whole number"), ([], "--boxes is missing"),
    (["--boxes", "5", "--faults", "late=1%"], "the faults are lost, silent"),
    (["--boxes", "5", "--minutes", "-1"], "--minutes must be a number"),
    (["--boxes", "5", "--prefix", "a/b"], "--prefix must be at most 50 letters"),
    (["--boxes", "5", "--share", "2/2"], "--share must be I/N"),
    (["--boxes", "5", "--ca", "x.pem"], "--ca needs an mqtts: broker"),
    (["--boxes", "5", "--config"], "--config needs a value"),
  ])
  func `are not started with what makes no sense`(arguments: [String], words: String) async throws {
    let child = try ChildProcess(
      Program.fleetPath, ["simulate", "--broker", "mqtt://127.0.0.1:1"] + arguments,
      errors: .pipe)
    let errors = String(decoding: await child.errors?.readToEnd() ?? [], as: UTF8.self)
    #expect(errors.contains(words))
    #expect(await child.wait() == .exited(64))
  }
}
