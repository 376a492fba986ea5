import Glibc
package import MQTT
package import Settings

/// The credentials for a broker, in their YAML form.
package struct CredentialsSection: Decodable {
  package var username: Located<String>
  package var passwordFile: Located<String>
}

/// The TLS settings for a broker, in their YAML form.
package struct TLSSection: Decodable {
  /// The trusted certificate authorities, in PEM.
  package var ca: Located<String>?
  /// Our certificate, in PEM.
  package var certificate: Located<String>?
  /// Its key, in PEM.
  package var key: Located<String>?
}

/// The MQTT session settings, in their YAML form.
package struct SessionSection: Decodable {
  var expiry: Located<String>?
  var keepAlive: Located<String>?
  var reconnectLimit: Located<String>?
}

extension SettingsReader {
  /// Reads the session settings; the caller adds client id and subscriptions.
  package mutating func session(
    _ file: SessionSection?
  ) -> (session: SessionSettings, reconnectLimit: Duration) {
    var session = SessionSettings(clientID: "")
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

  /// Reads the broker's address, credentials and TLS settings.
  package mutating func broker(
    _ url: Located<String>, _ credentials: CredentialsSection?, _ tls: TLSSection?
  ) -> Broker? {
    guard var broker = address(url) else { return nil }
    let isSecure = broker.tls != nil
    if let tls {
      broker.tls = TLSSettings(
        ca: readable(tls.ca), certificate: readable(tls.certificate), key: readable(tls.key))
      if !isSecure {
        fault(
          url, "there is a tls section, but the broker's URL says mqtt:", "write mqtts:")
      }
    }
    if let credentials {
      broker.credentials = password(credentials).map {
        Credentials(username: credentials.username.value, password: $0)
      }
    }
    return broker
  }

  private mutating func address(_ text: Located<String>) -> Broker? {
    if let broker = Broker(url: text.value) { return broker }
    fault(
      text, "'\(text.value)' is not a broker URL",
      "write mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS")
    return nil
  }

  /// Checks that a file can be read.
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
      return try TextFile.secret(path.value)
    } catch {
      fault(path, "cannot read the password", error.lines.joined(separator: "; "))
      return nil
    }
  }
}

extension Broker {
  /// Reads a broker's URL: `mqtt://HOST:PORT`, or `mqtts://HOST:PORT` for TLS.
  ///
  /// - Parameter url: The URL; the default ports are 1883 and 8883.
  package init?(url: String) {
    let parts = url.split(separator: "://", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0] == "mqtt" || parts[0] == "mqtts" else { return nil }
    let isSecure = parts[0] == "mqtts"
    var host = parts[1][...]
    if host.last == "/" { host.removeLast() }
    var port: UInt16? = isSecure ? 8883 : 1883
    if let colon = host.lastIndex(of: ":"), host.last != "]",
      !host.dropLast(host.distance(from: colon, to: host.endIndex)).contains(":")
        || host.first == "["
    {
      port = UInt16(host[host.index(after: colon)...])
      host = host[..<colon]
    }
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    guard let port, port > 0, !host.isEmpty, !host.contains(where: { "/@ ".contains($0) }) else {
      return nil
    }
    self.init(host: String(host), port: port, tls: isSecure ? TLSSettings() : nil)
  }
}
