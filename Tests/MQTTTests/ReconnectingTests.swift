import Interop
import Messaging
import MQTT
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Reconnecting` {
  let session = SessionSettings(clientID: "box", subscriptions: ["orders"])

  @Test(
    arguments: [
      (0x8B, "shutting down", "wait"), (0x8E, "session taken over", "another client uses"),
      (0x98, "administrative action", "log"), (0xFF, "0xFF", "log"),
    ] as [(UInt8, String, String)])
  func `after any DISCONNECT`(code: UInt8, words: String, hint: String) async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (first, _) = try await broker.welcome()
      try await owner.online()
      try first.send(.disconnect(code))
      let error = try await owner.offline()
      #expect(error.code == Int32(code))
      #expect(error.reason.contains(words))
      #expect(error.hint.contains(hint))
      _ = try await broker.welcome()
      try await owner.online()
    }
  }

  @Test(arguments: [true, false])
  func `after the connection is closed`(abruptly: Bool) async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (first, _) = try await broker.welcome()
      try await owner.online()
      if abruptly { first.reset() } else { first.close() }
      let error = try await owner.offline()
      #expect(error.isTransient)
      #expect(error.reason == "the connection was lost")
      _ = try await broker.welcome()
      try await owner.online()
    }
  }

  @Test func `after what was read before the break has been handed over`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (first, _) = try await broker.welcome()
      try await owner.online()
      try first.send(.publish(1, topic: "orders", payload: "A-17"), .disconnect(0x8B))
      #expect(try await owner.messages(1).map(\.text) == ["A-17"])
      _ = try await owner.offline()
    }
  }

  @Test func `after the broker has fallen silent`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    let session = SessionSettings(
      clientID: "box", subscriptions: ["orders"], keepAlive: .seconds(5))
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (first, connect) = try await broker.welcome()
      #expect(connect.keepAlive == 5)
      try await owner.online()
      let error = try await owner.offline()
      #expect(error.reason.contains("keep-alive"))
      withExtendedLifetime(first) {}
      _ = try await broker.welcome()
      try await owner.online()
    }
  }

  @Test(arguments: ["CONNECT", "SUBSCRIBE"])
  func `when there is no answer`(to packet: String) async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    let session = SessionSettings(
      clientID: "box", subscriptions: ["orders"], patience: .seconds(2))
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let first = try await broker.connection()
      if packet == "SUBSCRIBE" { try first.send(.connack()) }
      let error = try await owner.offline()
      #expect(error.reason == "no answer to \(packet) within 2000 ms")
      #expect(error.isTransient)
      _ = try await broker.connection()
    }
  }

  @Test func `when nobody listens`() async throws {
    let owner = Owner()
    let port = try freePort()
    try await withLink(to: .local(port), session, owner) { _ in
      let error = try await owner.offline()
      #expect(error.step == "connect to 127.0.0.1:\(port)")
      #expect(error.reason == "connection refused")
      #expect(error.isTransient)
      try await withBroker(port: port) { _ in try await owner.online() }
    }
  }

  @Test func `when the host is unknown`() async throws {
    let owner = Owner()
    let broker = Broker(host: "no-such-host.invalid", port: 1883)
    try await withLink(to: broker, session, owner) { _ in
      let error = try await owner.offline()
      #expect(error.step == "connect to no-such-host.invalid:1883")
      #expect(error.hint.contains("host name"))
    }
  }

  @Test func `ends at once in the middle of a wait`() async throws {
    let owner = Owner()
    let port = try freePort()
    let backoff = Backoff(base: .seconds(600), limit: .seconds(600), generator: Highest())
    try await withLink(to: .local(port), session, owner, backoff: backoff) { link in
      _ = try await owner.offline()
      link.wake()
    }
  }

  @Test func `when the owner is not ready`() async throws {
    struct NotYet: Error {}
    let broker = try ScriptedBroker()
    let owner = Owner(unready: [NotYet()])
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let error = try await owner.offline()
      #expect(error.reason == "NotYet()")
      _ = try await broker.welcome()
      try await owner.online()
    }
  }
}
