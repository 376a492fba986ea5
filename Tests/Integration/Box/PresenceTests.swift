import Glibc
import Interop
import Testing
import TestKit
import Wire

@Suite(.serialized, .timeLimit(.minutes(3))) struct `The state of a box` {
  static let topic = "soundbox/v1/s042/counter-1/state"

  /// The next state.
  private func next(_ states: MosquittoSubscriber) async throws -> Told {
    let report = try StateReport(payload: try await states.next().payload)
    return Told(state: report.state, session: report.connectionNumber)
  }

  private struct Told: Equatable {
    let state: BoxState
    let session: Int64
  }

  /// What somebody reads who comes now.
  private func kept(_ broker: MosquittoBroker) async throws -> String {
    let states = try await broker.subscribe(to: Self.topic)
    let message = try await states.next()
    #expect(message.isRetained)
    #expect(message.qos == 1)
    let json = try JSONReader.read(message.payload)
    #expect(json.value(at: ["at"])?.text.flatMap { Timestamp($0) } != nil)
    return json.value(at: ["state"])?.text ?? ""
  }

  /// The broker says that a box is lost a quarter of a minute after it has lost it.
  @Test func `is lost only after a while, and online again under a higher number`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let states = try await broker.subscribe(to: Self.topic)
        let setup = BoxProcess.Setup(port: broker.port)
        let first = try BoxProcess(in: folder, setup)
        let born = try await next(states)
        #expect(born.state == .online)
        first.child.send(SIGKILL)
        #expect(await first.ended() == .signalled(9))
        let second = try BoxProcess(in: folder, setup)
        let back = try await next(states)
        #expect(back.state == .online, "a box that is back soon was never lost")
        #expect(back.session > born.session)
        second.child.send(SIGKILL)
        #expect(await second.ended() == .signalled(9))
        #expect(try await next(states) == Told(state: .lost, session: back.session))
        #expect(try await kept(broker) == "lost")
        let third = try BoxProcess(in: folder, setup)
        // It reads on its own topic that it was lost, and may say once more that it is there.
        let again = try await next(states)
        #expect(again.state == .online)
        #expect(again.session > back.session)
        #expect(await third.stop() == .exited(0))
        var last = try await next(states)
        if last == again { last = try await next(states) }
        #expect(last == Told(state: .offline, session: again.session))
        #expect(try await kept(broker) == "offline")
      }
    }
  }

  @Test(arguments: [0, -1, 98]) func `that somebody overwrites is told again`(
    difference: Int64
  ) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let box = try BoxProcess(in: folder, .init(port: broker.port))
        try await box.logs("online")
        let states = try await broker.subscribe(to: Self.topic)
        let born = try await next(states)
        for payload in ["{", "[]", #"{"state":"found"}"#] {
          try await broker.publish(payload, to: Self.topic)
          _ = try await states.next()
        }
        for _ in 1...2 {
          let session = born.session + difference
          try await broker.publish(
            #"{"state":"lost","session":\#(session)}"#, to: Self.topic, isRetained: true)
          #expect(try await next(states) == Told(state: .lost, session: session))
          #expect(try await next(states) == born)
        }
        #expect(try await kept(broker) == "online")
        #expect(await box.stop() == .exited(0))
        let gone = Told(state: .offline, session: born.session)
        #expect(try await next(states) == gone, "told twice, and not more often")
      }
    }
  }

  /// A state of the box before it has subscribed would be a promise that it does not keep.
  @Test func `is online only once the box hears what is sent to it`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let monitor = try await ReceiptSubscriber(broker)
        let states = try await broker.subscribe(to: Self.topic)
        let box = try BoxProcess(in: folder, .init(port: broker.port))
        #expect(try await next(states).state == .online)
        try await broker.publish(Orders.payload(5), to: "shop/orders/1")
        try await monitor.collect(untilHandled: [Orders.id(5)])
        #expect(await box.stop() == .exited(0))
      }
    }
  }
}
