import Glibc
import MQTT
import Messaging
import Synchronization
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Acknowledging` {
  let session = SessionSettings(clientID: "box", subscriptions: ["orders"])

  @Test func `no PUBACK leaves before the messages are in safety`() async throws {
    let broker = try ScriptedBroker()
    let client = Mutex<ScriptedBrokerConnection?>(nil)
    let early = Mutex<Int?>(nil)
    let owner = Owner { _, _ in
      // The link's thread is held here: nothing may arrive at the broker meanwhile.
      let connection = client.withLock { $0 }
      let before = connection?.count ?? 0
      usleep(300_000)
      early.withLock { $0 = (connection?.count ?? 0) - before }
    }
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome()
      try await owner.online()
      client.withLock { $0 = connection }
      try connection.send(.publish(1, topic: "orders", payload: "A-17"))
      #expect(try await connection.next(.puback).identifier == 1)
      #expect(early.withLock { $0 } == 0)
    }
  }

  @Test func `messages of one turn are kept together and acknowledged in order`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome()
      try await owner.online()
      try connection.send(
        (1...20).map { .publish($0, topic: "orders", payload: "order \($0)") })
      for number: UInt16 in 1...20 {
        #expect(try await connection.next(.puback).identifier == number)
      }
      var turns = owner.turns.makeAsyncIterator()
      #expect(await turns.next()?.map(\.text) == (1...20).map { "order \($0)" })
      for await _ in owner.acknowledgements { break }
    }
  }

  @Test func `what cannot be kept is not acknowledged and comes again`() async throws {
    struct DiskFull: Error {}
    let broker = try ScriptedBroker()
    let failures = Atomic(0)
    let owner = Owner { _, _ in
      if failures.wrappingAdd(1, ordering: .relaxed).newValue == 1 { throw DiskFull() }
    }
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (first, _) = try await broker.welcome()
      try await owner.online()
      try first.send(.publish(7, topic: "orders", payload: "A-17"))
      for await _ in owner.ends { break }
      let error = try await owner.offline()
      #expect(error.reason == "DiskFull()")
      #expect(await first.rest().isEmpty)

      let (second, connect) = try await broker.welcome(sessionPresent: true)
      #expect(!connect.cleanStart)
      try second.send(.publish(7, topic: "orders", payload: "A-17", isDuplicate: true))
      #expect(try await second.next(.puback).identifier == 7)
      #expect(try await owner.messages(1).map(\.text) == ["A-17"])
    }
  }

  @Test func `messages that come before SUBACK are kept and acknowledged`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let connection = try await broker.connection()
      _ = try await connection.next(.connect)
      try connection.send(
        .connack(sessionPresent: true), .publish(1, topic: "orders", payload: "missed"))
      #expect(try await connection.next(.puback).identifier == 1)
      let subscribe = try await connection.next(.subscribe)
      try connection.send(.suback(subscribe.identifier, reasons: [1]))
      #expect(try await owner.online())
    }
  }

  @Test func `a turn ends when what its messages brought about has been given out`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner { owner, _ in
      owner.add([.text("A-17", to: "receipts", token: 5)])
    }
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome()
      try await owner.online()
      try connection.send(.publish(1, topic: "orders", payload: "A-17"))
      var ends = owner.ends.makeAsyncIterator()
      #expect(await ends.next() == [PublicationToken(.owner, 5)])
      #expect(try await connection.next(.puback).identifier == 1)
      #expect(try await connection.next(.publish).payload == "A-17")
    }
  }

  @Test func `a turn ends even when the broker has gone meanwhile`() async throws {
    let broker = try ScriptedBroker()
    let client = Mutex<ScriptedBrokerConnection?>(nil)
    let owner = Owner { _, _ in client.withLock { $0 }?.close() }
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome()
      try await owner.online()
      client.withLock { $0 = connection }
      try connection.send(.publish(1, topic: "orders", payload: "A-17"))
      for await _ in owner.ends { break }
    }
  }

  @Test func `all of a message is passed on`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome()
      try connection.send(
        .publish(
          1, topic: "orders/新", payload: "八十八", isRetained: true, responseTopic: "answers",
          correlationData: [0, 255, 1]),
        .publish(2, topic: "orders", payload: ""),
        .publish(3, topic: "orders", payload: "d1,", isDuplicate: true),
        .publish(4, topic: "received PUBLISH (d1, q1", payload: ""))
      let messages = try await owner.messages(4)
      #expect(
        messages == [
          Message(
            topic: "orders/新", payload: Array("八十八".utf8), isRetained: true,
            packet: Message.Packet(identifier: 1, isDuplicate: false),
            responseTopic: "answers", correlationData: [0, 255, 1]),
          Message(
            topic: "orders", payload: [],
            packet: Message.Packet(identifier: 2, isDuplicate: false)),
          Message(
            topic: "orders", payload: Array("d1,".utf8),
            packet: Message.Packet(identifier: 3, isDuplicate: true)),
          Message(
            topic: "received PUBLISH (d1, q1", payload: [],
            packet: Message.Packet(identifier: 4, isDuplicate: false)),
        ])
    }
  }
}
