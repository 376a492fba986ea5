import Glibc
import MQTT
import Settings

extension ConfigurationReader {
  /// Reads where the broker is and how to be let in.
  mutating func broker(_ file: ConfigurationFile) -> MQTTBroker? {
    guard var broker = address(file.broker) else { return nil }
    let isSecure = file.broker.value.hasPrefix("mqtts:")
    if let tls = file.tls {
      broker.tls = MQTTTLS(
        ca: readable(tls.ca), certificate: readable(tls.certificate), key: readable(tls.key))
      if !isSecure {
        fault(
          file.broker, "there is a tls section, but the broker's URL says mqtt:", "write mqtts:")
      }
    } else if isSecure {
      broker.tls = MQTTTLS()
    }
    if let credentials = file.credentials {
      broker.credentials = password(credentials).map {
        MQTTCredentials(username: credentials.username.value, password: $0)
      }
    }
    return broker
  }

  private mutating func address(_ text: Located<String>) -> MQTTBroker? {
    let remedy = "write mqtt://HOST:PORT, or mqtts://HOST:PORT for TLS"
    let parts = text.value.split(separator: "://", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0] == "mqtt" || parts[0] == "mqtts" else {
      fault(text, "'\(text.value)' is no broker's URL", remedy)
      return nil
    }
    var host = parts[1][...]
    if host.last == "/" { host.removeLast() }
    var port: UInt16? = parts[0] == "mqtts" ? 8883 : 1883
    if let colon = host.lastIndex(of: ":"), host.last != "]",
      !host.dropLast(host.distance(from: colon, to: host.endIndex)).contains(":")
        || host.first == "["
    {
      port = UInt16(host[host.index(after: colon)...])
      host = host[..<colon]
    }
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    guard let port, port > 0, !host.isEmpty, !host.contains(where: { "/@ ".contains($0) }) else {
      fault(text, "'\(text.value)' is no broker's URL", remedy)
      return nil
    }
    return MQTTBroker(host: String(host), port: port)
  }

  private mutating func readable(_ path: Located<String>?) -> String? {
    guard let path else { return nil }
    if access(path.value, R_OK) != 0 {
      fault(path, "cannot read '\(path.value)'", "put the PEM file there, readable for this user")
    }
    return path.value
  }

  private mutating func password(_ credentials: ConfigurationFile.Credentials) -> String? {
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
