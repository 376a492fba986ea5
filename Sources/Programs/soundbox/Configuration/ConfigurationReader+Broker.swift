import Glibc
import MQTT
import Settings

extension ConfigurationReader {
  /// Reads where the broker is and how to be let in.
  mutating func broker(_ file: ConfigurationFile) -> MQTTBroker? {
    guard var broker = address(file.broker) else { return nil }
    let isSecure = broker.tls != nil
    if let tls = file.tls {
      broker.tls = MQTTTLS(
        ca: readable(tls.ca), certificate: readable(tls.certificate), key: readable(tls.key))
      if !isSecure {
        fault(
          file.broker, "there is a tls section, but the broker's URL says mqtt:", "write mqtts:")
      }
    }
    if let credentials = file.credentials {
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
