import MQTT
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Refusals` {
  let session = SessionSettings(clientID: "box", subscriptions: ["orders", "secrets"])

  @Test(
    arguments: [
      (0x86, "wrong user name or password", false), (0x87, "not authorized", false),
      (0x85, "not valid", false), (0x89, "busy", true),
    ] as [(UInt8, String, Bool)])
  func `of the login`(code: UInt8, words: String, isTransient: Bool) async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let connection = try await broker.connection()
      _ = try await connection.next(.connect)
      try connection.send(.connack(code))
      let error = try await owner.offline()
      #expect(error.step == "log in to 127.0.0.1:\(broker.port)")
      #expect(error.reason.contains(words))
      #expect(error.code == Int32(code))
      #expect(error.isTransient == isTransient)
      _ = try await broker.welcome()
      try await owner.online()
    }
  }

  @Test func `of one filter name it`() async throws {
    let broker = try ScriptedBroker()
    let owner = Owner()
    try await withLink(to: .local(broker.port), session, owner) { _ in
      let connection = try await broker.connection()
      _ = try await connection.next(.connect)
      try connection.send(.connack())
      let subscribe = try await connection.next(.subscribe)
      try connection.send(.suback(subscribe.identifier, reasons: [1, 0x87]))
      let error = try await owner.offline()
      #expect(error.step == "subscribe to secrets at 127.0.0.1:\(broker.port)")
      #expect(error.code == 0x87)
      // It ended without a DISCONNECT, which would have told the broker to drop the will.
      #expect(await connection.rest().isEmpty)
    }
  }

  @Test func `of a wrong password, and then the right one`() async throws {
    try await withTemporaryFolder { folder in
      let passwords = try write("box:right\n", to: "\(folder)/passwords")
      try await run("mosquitto_passwd", "-U", passwords)
      let configuration = "allow_anonymous false\npassword_file \(passwords)"
      try await withBroker(configuration: configuration) { broker in
        var target = Broker.local(broker.port)
        let owner = Owner()
        target.credentials = Credentials(username: "box", password: "wrong")
        try await withLink(to: target, session, owner) { _ in
          let error = try await owner.offline()
          #expect(error.step == "log in to 127.0.0.1:\(broker.port)")
          #expect(error.hint.contains("password"))
          #expect(!error.isTransient)
        }
        target.credentials = Credentials(username: "box", password: "right")
        try await withLink(to: target, session, owner) { _ in try await owner.online() }
      }
    }
  }

  @Test func `of settings that contradict the protocol`() throws {
    let broker = Broker.local(1883)
    var taciturn = SessionSettings(clientID: "box")
    taciturn.receiveMaximum = 0
    for session in [
      SessionSettings(clientID: ""), SessionSettings(clientID: "box", keepAlive: .seconds(4)),
      SessionSettings(clientID: "box", subscriptions: ["orders/#/all"]),
      taciturn,
    ] {
      #expect(throws: MQTTError.self) {
        try Link(broker: broker, session: session, events: Owner())
      }
    }
    #expect(throws: MQTTError.self) {
      try Link(
        broker: Broker(host: "h", tls: TLSSettings(certificate: "c")),
        session: SessionSettings(clientID: "box"), events: Owner())
    }
  }

  @Test func `never print a password`() {
    let credentials = Credentials(username: "box", password: "secret")
    let broker = Broker(host: "broker", credentials: credentials)
    var dumped = ""
    dump(broker, to: &dumped)
    for text in ["\(credentials)", "\(broker)", String(reflecting: broker), dumped] {
      #expect(text.contains("box"))
      #expect(!text.contains("secret"))
    }
  }
}
