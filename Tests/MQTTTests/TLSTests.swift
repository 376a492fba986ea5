import Messaging
import MQTT
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `TLS` {
  let session = SessionSettings(clientID: "box", subscriptions: ["orders"])

  /// What comes of connecting to a broker whose certificate is for `name`.
  private func attempt(
    name: String = "IP:127.0.0.1", days: ClosedRange<Int> = -1...1, ca: String? = "ca.pem",
    body: @Sendable @escaping (Owner, MosquittoBroker) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let certificates = try await Certificates(in: folder)
      let signed = try await certificates.sign("broker", for: name, days: days)
      try await withBroker(configuration: certificates.configuration(signed)) { broker in
        var target = Broker.local(broker.port)
        target.tls = TLSSettings(ca: ca.map { "\(folder)/\($0)" })
        let owner = Owner()
        try await withLink(to: target, session, owner) { _ in try await body(owner, broker) }
      }
    }
  }

  @Test func `carries messages once the broker is trusted`() async throws {
    try await withTemporaryFolder { folder in
      let certificates = try await Certificates(in: folder)
      let theirs = try await certificates.sign("broker", for: "DNS:localhost,IP:127.0.0.1")
      let ours = try await certificates.sign("box", for: "DNS:box")
      let configuration = """
        \(certificates.configuration(theirs))
        cafile \(certificates.ca)
        require_certificate true
        """
      try await withBroker(configuration: configuration) { broker in
        let owner = Owner(outbox: [.text("to myself", to: "orders", token: 1)])
        let target = Broker(
          host: "localhost", port: broker.port,
          tls: TLSSettings(ca: certificates.ca, certificate: ours.certificate, key: ours.key))
        try await withLink(to: target, session, owner) { _ in
          try await owner.online()
          #expect(try await owner.messages(1).map(\.text) == ["to myself"])
          #expect(try await owner.published(1).map(\.status) == [.accepted])
        }
        let stranger = Owner()
        let bare = Broker(
          host: "localhost", port: broker.port, tls: TLSSettings(ca: certificates.ca))
        try await withLink(to: bare, session, stranger) { _ in
          let error = try await stranger.offline()
          #expect(error.step.contains("localhost:\(broker.port)"))
        }
      }
    }
  }

  @Test func `is refused for an unknown authority`() async throws {
    try await attempt(ca: nil) { owner, broker in
      let error = try await owner.offline()
      #expect(error.step == "trust 127.0.0.1:\(broker.port)")
      #expect(error.reason.contains("unable to get local issuer certificate"))
      #expect(error.hint.contains("authority"))
      #expect(!error.isTransient)
    }
  }

  @Test func `is refused for another host name`() async throws {
    try await attempt(name: "DNS:elsewhere.example") { owner, _ in
      let error = try await owner.offline()
      #expect(error.reason == "its certificate is for another host name")
    }
  }

  @Test func `is refused before its day`() async throws {
    try await attempt(days: 1...2) { owner, _ in
      let error = try await owner.offline()
      #expect(error.reason.contains("certificate is not yet valid"))
      #expect(error.hint.contains("clock"))
    }
  }

  @Test func `is refused after its day`() async throws {
    try await attempt(days: -2 ... -1) { owner, _ in
      let error = try await owner.offline()
      #expect(error.reason.contains("certificate has expired"))
    }
  }

  @Test func `names the file that cannot be read`() async throws {
    try await attempt(ca: "missing.pem") { owner, _ in
      let error = try await owner.offline()
      #expect(error.step.hasSuffix("missing.pem"))
      #expect(error.reason == "no such file or directory")
    }
  }

  @Test func `names the file that holds no certificate`() async throws {
    try await attempt(ca: "broker.conf") { owner, _ in
      let error = try await owner.offline()
      #expect(error.reason.contains("broker.conf"))
    }
  }

  @Test func `is missed at a port that does not speak it`() async throws {
    try await withBroker { broker in
      var target = Broker.local(broker.port)
      target.tls = TLSSettings()
      let owner = Owner()
      try await withLink(to: target, session, owner) { _ in
        let error = try await owner.offline()
        #expect(error.step.contains("127.0.0.1:\(broker.port)"))
      }
    }
  }

  @Test func `comes back after an abrupt end`() async throws {
    try await attempt { owner, broker in
      try await owner.online()
      await broker.kill()
      _ = try await owner.offline()
      try await broker.start()
      try await owner.online()
    }
  }
}
