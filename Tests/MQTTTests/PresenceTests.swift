import MQTT
import Messaging
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Presence` {
  @Test func `CONNECT asks for what the session says`() async throws {
    let broker = try ScriptedBroker()
    var presence = PresenceMessages(will: .text("lost", to: "state", isRetained: true))
    presence.will?.expiry = .seconds(3600)
    let owner = Owner(presence: presence)
    var session = SessionSettings(
      clientID: "s042/counter-1", subscriptions: ["orders/+", "pay/#"], keepAlive: .seconds(30),
      expiry: .seconds(604_800), willDelay: .seconds(15))
    session.receiveMaximum = 20
    session.maximumPacketSize = 262_144
    var target = Broker.local(broker.port)
    target.credentials = Credentials(username: "counter-1", password: "secret")
    try await withLink(to: target, session, owner) { _ in
      let connection = try await broker.connection()
      let connect = try ScriptedBrokerConnect(await connection.next(.connect))
      #expect(connect.level == 5)
      #expect(!connect.cleanStart)
      #expect(connect.keepAlive == 30)
      #expect(connect.clientID == "s042/counter-1")
      #expect(connect.username == "counter-1")
      #expect(connect.properties[0x11] == [0, 9, 0x3A, 0x80])
      #expect(connect.properties[0x21] == [0, 20])
      #expect(connect.properties[0x27] == [0, 4, 0, 0])
      #expect(connect.will?.topic == "state")
      #expect(connect.will?.payload == "lost")
      #expect(connect.will?.qos == 1)
      #expect(connect.will?.isRetained == true)
      #expect(connect.will?.properties[0x18] == [0, 0, 0, 15])
      #expect(connect.will?.properties[0x02] == [0, 0, 0x0E, 0x10])
      try connection.send(.connack())
      let filters = try await connection.next(.subscribe).filters
      #expect(filters.map(\.filter) == ["orders/+", "pay/#"])
      // QoS 1, and retained messages never sent (MQTT 5.0, 3.8.3.1).
      #expect(filters.map(\.options) == [0x21, 0x21])
    }
  }

  @Test func `the birth comes first, and the goodbye last`() async throws {
    let broker = try ScriptedBroker()
    let presence = PresenceMessages(
      birth: .text("online", to: "state", isRetained: true),
      goodbye: .text("offline", to: "state", isRetained: true))
    let owner = Owner(
      presence: presence, outbox: [.text("receipt", to: "receipts", token: 1)])
    let session = SessionSettings(clientID: "box")
    let connection = try await withLink(to: .local(broker.port), session, owner) { _ in
      let (connection, _) = try await broker.welcome(subscribes: false)
      let birth = try await connection.next(.publish)
      #expect(birth.payload == "online")
      #expect(birth.isRetained)
      #expect(birth.qos == 1)
      let receipt = try await connection.next(.publish)
      #expect(receipt.payload == "receipt")
      try connection.send(.puback(birth.identifier), .puback(receipt.identifier))
      _ = try await owner.published(1)
      return connection
    }
    // The link waited one second for an acknowledgement of its goodbye that never came.
    let rest = await connection.rest()
    #expect(rest.map(\.kind) == [.publish, .disconnect])
    #expect(rest.first?.payload == "offline")
  }

  @Test func `online is said only after every filter is granted`() async throws {
    let broker = try ScriptedBroker()
    let presence = PresenceMessages(birth: .text("online", to: "state"))
    let owner = Owner(presence: presence)
    let session = SessionSettings(clientID: "box", subscriptions: ["orders"])
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let connection = try await broker.connection()
      _ = try await connection.next(.connect)
      try connection.send(.connack())
      let subscribe = try await connection.next(.subscribe)
      #expect(connection.count == 2)
      try connection.send(.suback(subscribe.identifier, reasons: [0]))
      #expect(try await connection.next(.publish).payload == "online")
    }
  }

  @Test func `is seen by others at a real broker`() async throws {
    try await withBroker { broker in
      let presence = PresenceMessages(
        will: .text("lost", to: "state", isRetained: true),
        birth: .text("online", to: "state", isRetained: true),
        goodbye: .text("offline", to: "state", isRetained: true))
      struct PowerCut: Error {}
      let owner = Owner(presence: presence) { _, messages in
        if messages.contains(where: { $0.text == "cut" }) { throw PowerCut() }
      }
      let session = SessionSettings(
        clientID: "box", subscriptions: ["orders"], expiry: .zero, willDelay: .zero)
      let watcher = try await broker.subscribe(to: "state")
      try await withLink(to: .local(broker.port), session, owner) { _ in
        #expect(try await watcher.next().text == "online")
        try await owner.online()
        try await broker.publish("cut", to: "orders")
        #expect(try await watcher.next().text == "lost")
        #expect(try await watcher.next().text == "online")
        try await owner.online()
      }
      #expect(try await watcher.next().text == "offline")
    }
  }
}
