package import MQTT

extension MQTTBroker {
  /// Reads a broker's URL: `mqtt://HOST:PORT`, or `mqtts://HOST:PORT` for TLS.
  ///
  /// - Parameter url: The URL; the ports are 1883 and 8883 unless told.
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
    self.init(host: String(host), port: port, tls: isSecure ? MQTTTLS() : nil)
  }
}
