import CMosquitto

extension SessionSettings {
  /// Checks what the protocol demands.
  func check() throws(MQTTError) {
    guard !clientID.isEmpty else {
      throw .settings("no client id", hint: "give the client an id of its own")
    }
    guard (5...65_535).contains(keepAlive.protocolSeconds) else {
      throw .settings("keep-alive of \(keepAlive)", hint: "choose between 5 s and 65,535 s")
    }
    guard receiveMaximum > 0, maximumPacketSize > 0 else {
      throw .settings(
        "a receive maximum or packet size of zero", hint: "allow one message and one byte at least")
    }
    for filter in subscriptions {
      guard unsafe mosquitto_sub_topic_check2(filter, filter.utf8.count) == 0 else {
        throw .settings(
          "malformed topic filter \(filter)",
          hint: "let + and # stand alone between slashes, and # only at the end")
      }
    }
  }
}

extension Broker {
  /// Checks what can be checked without a connection.
  func check() throws(MQTTError) {
    guard !host.isEmpty, port != 0 else {
      throw .settings("no broker “\(address)”", hint: "give the broker's host name and port")
    }
    guard (tls?.certificate == nil) == (tls?.key == nil) else {
      throw .settings("half a client certificate", hint: "give both the certificate and its key")
    }
  }
}
