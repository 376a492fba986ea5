import MQTT
import Messaging
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Outbox` {
  let session = SessionSettings(clientID: "box")

  private func receipts(_ numbers: ClosedRange<Int64>) -> [Publication] {
    numbers.map { .text("receipt \($0)", to: "receipts", token: $0) }
  }

  @Test func `is published in order and confirmed once`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { link in
      let (connection, _) = try await broker.welcome(subscribes: false)
      try await owner.online()
      owner.add(receipts(1...3))
      link.wake()
      for number in 1...3 {
        let packet = try await connection.next(.publish)
        #expect(packet.payload == "receipt \(number)")
        try connection.send(.puback(packet.identifier, number == 2 ? 0x10 : 0))
      }
      #expect(
        try await owner.published(3) == [
          PublicationResult(PublicationToken(.owner, 1), .accepted),
          PublicationResult(PublicationToken(.owner, 2), .noSubscribers),
          PublicationResult(PublicationToken(.owner, 3), .accepted),
        ])
    }
  }

  @Test func `never has more in flight than the broker allows`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner(outbox: receipts(1...5))
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let connection = try await broker.connection()
      _ = try await connection.next(.connect)
      try connection.send(.connack(receiveMaximum: 2))
      var waiting: [ScriptedBrokerPacket] = []
      for number in 1...5 {
        if waiting.count == 2 {
          // A message to us makes the link take another turn: it must not publish a third one.
          try connection.send(.publish(1, topic: "orders", payload: "order"))
          _ = try await connection.next(.puback)
          try connection.send(.puback(waiting.removeFirst().identifier))
        }
        let packet = try await connection.next(.publish)
        #expect(packet.payload == "receipt \(number)")
        waiting.append(packet)
      }
    }
  }

  @Test func `is given again after a loss unless it was confirmed`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner(outbox: receipts(1...3))
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (first, _) = try await broker.welcome(subscribes: false)
      let numbers = [
        try await first.next(.publish), try await first.next(.publish),
        try await first.next(.publish),
      ].map(\.identifier)
      try first.send(.puback(numbers[1]))
      #expect(try await owner.published(1).map(\.token.number) == [2])
      first.reset()
      let (second, _) = try await broker.welcome(subscribes: false)
      #expect(try await second.next(.publish).payload == "receipt 1")
      #expect(try await second.next(.publish).payload == "receipt 3")
    }
  }

  @Test func `leaves in the turn that acknowledges what caused it`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner { owner, messages in
      owner.add(messages.map { .text("delivered \($0.text)", to: "receipts", token: 1) })
    }
    let session = SessionSettings(clientID: "box", subscriptions: ["orders"])
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome()
      try await owner.online()
      try connection.send(.publish(9, topic: "orders", payload: "A-17"))
      #expect(try await connection.next(.puback).identifier == 9)
      #expect(try await connection.next(.publish).payload == "delivered A-17")
    }
  }

  @Test func `at QoS 0 is confirmed at once, however much there is`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner(
      outbox: (1...50).map { .text("\($0)", to: "health", token: $0, qos: .atMostOnce) })
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome(subscribes: false)
      for number in 1...50 {
        let packet = try await connection.next(.publish)
        #expect(packet.payload == "\(number)")
        #expect(packet.qos == 0)
      }
      let results = try await owner.published(50)
      #expect(results.map(\.token.number) == Array(1...50))
      #expect(results.allSatisfy { $0.status == .accepted })
    }
  }

  @Test func `tells what cannot be sent, and goes on`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner(
      outbox: [
        .text("misplaced", to: "receipts/#", token: 1), .text("fine", to: "receipts", token: 2),
      ])
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome(subscribes: false)
      #expect(try await connection.next(.publish).payload == "fine")
      #expect(
        try await owner.published(1) == [
          PublicationResult(
            PublicationToken(.owner, 1), .refused(reason: "\(ReasonCode.topicNameInvalid)"))
        ])
    }
  }

  @Test func `carries properties`() async throws {
    let broker = try ScriptedBroker()
    var publication = Publication(topic: "answers", payload: [], expiry: .seconds(90))
    publication.responseTopic = "questions"
    publication.correlationData = [0, 7]
    let owner = Owner(outbox: [publication])
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome(subscribes: false)
      let packet = try await connection.next(.publish)
      #expect(packet.properties[0x02] == [0, 0, 0, 90])
      #expect(packet.properties[0x08] == Array("questions".utf8))
      #expect(packet.properties[0x09] == [0, 7])
    }
  }
}
