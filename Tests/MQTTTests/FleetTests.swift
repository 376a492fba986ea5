import Interop
import MQTT
import Messaging
import Synchronization
import TestKit
import Testing

/// Many connections on one thread.
@Suite(.timeLimit(.minutes(1))) struct `Connections of a fleet` {
  private let quick = Backoff(base: .milliseconds(5), limit: .milliseconds(50))

  private func owners(_ count: Int) -> [Owner] {
    (0..<count).map { number in
      Owner(
        presence: PresenceMessages(
          will: .text("lost", to: "state/\(number)", isRetained: true),
          birth: .text("online", to: "state/\(number)", isRetained: true),
          goodbye: .text("offline", to: "state/\(number)", isRetained: true)))
    }
  }

  private func members(_ owners: [Owner], endWithGoodbye: Bool) -> [LinkFleet.Member] {
    owners.enumerated().map { number, owner in
      var session = SessionSettings(
        clientID: "box-\(number)", subscriptions: ["orders/\(number)"], keepAlive: .seconds(5),
        willDelay: .zero)
      session.endsWithGoodbye = endWithGoodbye
      return LinkFleet.Member(session: session, events: owner)
    }
  }

  /// Keeps a fleet alive for the length of `body`, then ends it in its orderly way.
  private func withFleet(
    _ port: UInt16, _ owners: [Owner], endWithGoodbye: Bool = false,
    commands: @escaping @Sendable () -> [LinkFleet.Command] = { [] },
    body: @Sendable @escaping () async throws -> Void
  ) async throws {
    let fleet = try LinkFleet(
      broker: .local(port), members: members(owners, endWithGoodbye: endWithGoodbye),
      backoff: quick, commands: commands)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await fleet.run() }
      defer { group.cancelAll() }
      try await body()
    }
  }

  @Test func `carry messages both ways, each to its own owner`() async throws {
    try await withBroker { broker in
      let answers = try await broker.subscribe(to: "answers/+")
      let owners = owners(40)
      let commands = Mutex<[LinkFleet.Command]>([])
      try await withFleet(
        broker.port, owners,
        commands: {
          commands.withLock { all in
            defer { all = [] }
            return all
          }
        }
      ) {
        for owner in owners { try await owner.online() }
        for number in owners.indices {
          try await broker.publish("A-\(number)", to: "orders/\(number)")
          #expect(try await owners[number].messages(1).map(\.text) == ["A-\(number)"])
          owners[number].add([.text("B-\(number)", to: "answers/\(number)", token: 1)])
          commands.withLock { $0.append(.publish(number)) }
          let answer = try await answers.next()
          #expect(answer.text == "B-\(number)")
          #expect(answer.topic == "answers/\(number)")
          #expect(try await owners[number].published(1).map(\.token.number) == [1])
        }
      }
    }
  }

  @Test func `say goodbye at the end, all of them`() async throws {
    try await withBroker { broker in
      let owners = owners(150)
      try await withFleet(broker.port, owners) {
        for owner in owners { try await owner.online() }
      }
      let states = try await broker.subscribe(to: "state/+")
      for _ in owners { #expect(try await states.next().text == "offline") }
    }
  }

  @Test(arguments: [false, true])
  func `leave a session behind, unless it ends with the goodbye`(endsWithGoodbye: Bool) async throws
  {
    try await withBroker { broker in
      let owner = owners(1)[0]
      for isKept in [false, !endsWithGoodbye] {
        try await withFleet(broker.port, [owner], endWithGoodbye: endsWithGoodbye) {
          let wasKept = try await owner.online()
          #expect(wasKept == isKept)
        }
      }
    }
  }

  @Test func `are cut on request, stay away as long as asked, and come back`() async throws {
    try await withBroker { broker in
      let owners = owners(3)
      let states = try await broker.subscribe(to: "state/1")
      let commands = Mutex<[LinkFleet.Command]>([])
      try await withFleet(
        broker.port, owners,
        commands: {
          commands.withLock { all in
            defer { all = [] }
            return all
          }
        }
      ) {
        for owner in owners { try await owner.online() }
        #expect(try await states.next().text == "online")
        let begin = ContinuousClock.now
        commands.withLock { $0.append(.cut(1, for: .seconds(1))) }
        #expect(try await states.next().text == "lost")
        #expect(try await owners[1].offline().reason == "cut on purpose")
        #expect(try await owners[1].online())
        #expect(ContinuousClock.now - begin >= .seconds(1))
        #expect(try await states.next().text == "online")
        // The others have not noticed.
        try await broker.publish("A-0", to: "orders/0")
        #expect(try await owners[0].messages(1).map(\.text) == ["A-0"])
      }
    }
  }

  @Test func `come back after the broker was away`() async throws {
    try await withBroker { broker in
      let owners = owners(20)
      try await withFleet(broker.port, owners) {
        for owner in owners { try await owner.online() }
        await broker.kill()
        for owner in owners { _ = try await owner.offline() }
        try await broker.start()
        for owner in owners { try await owner.online() }
      }
    }
  }

  @Test func `get again what their owner could not keep`() async throws {
    struct Full: Error {}
    try await withBroker { broker in
      let isFull = Mutex(true)
      let owner = Owner(keep: { _, _ in
        if isFull.withLock({ full in
          defer { full = false }
          return full
        }) {
          throw Full()
        }
      })
      try await withFleet(broker.port, [owner]) {
        try await owner.online()
        try await broker.publish("A-1", to: "orders/0")
        #expect(try await owner.offline().reason == "Full()")
        #expect(try await owner.messages(1).map(\.text) == ["A-1"])
      }
    }
  }

  @Test func `that are silent too long are given up`() async throws {
    let broker = try ScriptedBroker()
    let owners = owners(1)
    try await withFleet(broker.port, owners) {
      let (first, _) = try await broker.welcome()
      try await owners[0].online()
      let error = try await owners[0].offline()
      #expect(error.reason.contains("keep-alive"))
      withExtendedLifetime(first) {}
      _ = try await broker.welcome()
      try await owners[0].online()
    }
  }

  @Test func `must have sessions that the protocol allows`() throws {
    let member = LinkFleet.Member(session: SessionSettings(clientID: ""), events: Owner())
    #expect(throws: MQTTError.self) {
      _ = try LinkFleet(broker: .local(1883), members: [member])
    }
  }
}
