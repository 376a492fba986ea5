import Glibc
package import MQTT
package import Settings

/// How to be let in by a broker, as it stands in a file.
package struct CredentialsSection: Decodable {
  /// Who we are.
  package var username: Located<String>
  /// Where the password is.
  package var passwordFile: Located<String>
}

/// How a broker proves who it is, and we who we are, as it stands in a file.
package struct TLSSection: Decodable {
  /// The authorities that are trusted, in PEM.
  package var ca: Located<String>?
  /// Our certificate, in PEM.
  package var certificate: Located<String>?
  /// Its key, in PEM.
  package var key: Located<String>?
}

/// What is agreed on with a broker, as it stands in a file.
package struct SessionSection: Decodable {
  var expiry: Located<String>?
  var keepAlive: Located<String>?
  var reconnectLimit: Located<String>?
}

extension SettingsReader {
  /// Reads what is agreed on with the broker; who we are is added later.
  package mutating func session(
    _ file: SessionSection?
  ) -> (session: MQTTSession, reconnectLimit: Duration) {
    var session = MQTTSession(clientID: "")
    if let text = file?.expiry { session.expiry = duration(text, "expiry") ?? session.expiry }
    if let text = file?.keepAlive, let keepAlive = duration(text, "keepAlive") {
      if keepAlive < .seconds(5) {
        fault(text, "keepAlive '\(text.value)' is too short", "use 5s or more; 30s is usual")
      }
      session.keepAlive = keepAlive
    }
    let limit = file?.reconnectLimit.flatMap { duration($0, "reconnectLimit") }
    return (session, limit ?? .seconds(60))
  }

  /// Reads where the broker is and how to be let in.
  package mutating func broker(
    _ url: Located<String>, _ credentials: CredentialsSection?, _ tls: TLSSection?
  ) -> MQTTBroker? {
    guard var broker = address(url) else { return nil }
    let isSecure = broker.tls != nil
    if let tls {
      broker.tls = MQTTTLS(
        ca: readable(tls.ca), certificate: readable(tls.certificate), key: readable(tls.key))
      if !isSecure {
        fault(
          url, "there is a tls section, but the broker's URL says mqtt:", "write mqtts:")
      }
    }
    if let credentials {
      broker.credentials = password(credentials).map {
        MQTTCredentials(username: credentials.username.value, password: $0)
      }
    }
    return broker
  }

  private mutating func address(_ text: Located<String>) -> MQTTBroker? {
    if let broker = MQTTBroker(url: text.value) { return broker }
    fault(
      text, "'\(text.value)' is no broker's URL",
      "write mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS")
    return nil
  }

  /// Makes sure that a file can be read.
  package mutating func readable(_ path: Located<String>?) -> String? {
    guard let path else { return nil }
    if access(path.value, R_OK) != 0 {
      fault(path, "cannot read '\(path.value)'", "put the PEM file there, readable for this user")
    }
    return path.value
  }

  private mutating func password(_ credentials: CredentialsSection) -> String? {
    let path = credentials.passwordFile
    do {
      let text = try TextFile.text(path.value)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    } catch {
      fault(path, "cannot read the password", error.lines.joined(separator: "; "))
      return nil
    }
  }
}
