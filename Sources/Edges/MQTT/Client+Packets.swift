import CMosquitto
import Glibc
import Messaging

extension Client {
  /// Queues one SUBSCRIBE for all `filters`.
  ///
  /// - Parameters:
  ///   - filters: The topic filters.
  ///   - wantsRetained: Whether the broker sends what it has retained, if the subscription is new to it.
  /// - Throws: ``MQTTError``.
  func subscribe(to filters: [String], wantsRetained: Bool) throws(MQTTError) {
    let retained =
      wantsRetained ? MQTT_SUB_OPT_SEND_RETAIN_NEW : MQTT_SUB_OPT_SEND_RETAIN_NEVER
    let names = unsafe filters.map { unsafe strdup($0) }
    defer { unsafe names.forEach { unsafe free($0) } }
    try check(
      unsafe mosquitto_subscribe_multiple(
        handle, nil, Int32(names.count), names, QualityOfService.atLeastOnce.rawValue,
        Int32(retained.rawValue), nil),
      "subscribe to \(filters.joined(separator: " "))")
  }

  /// Queues a PUBLISH.
  ///
  /// - Returns: The number under which it will be acknowledged.
  func publish(_ publication: Publication) throws(MQTTError) -> Int32 {
    let properties = try Properties(of: publication)
    var number: Int32 = 0
    try check(
      unsafe mosquitto_publish_v5(
        handle, &number, publication.topic, Int32(publication.payload.count),
        publication.payload, publication.qualityOfService.rawValue, publication.isRetained,
        properties.list),
      "publish to \(publication.topic)")
    return number
  }

  /// Queues a DISCONNECT, upon which the broker drops the will (MQTT 5.0, 3.14.4).
  func disconnect() throws(MQTTError) {
    var properties = Properties()
    if session.endsWithGoodbye { try properties.add(MQTT_PROP_SESSION_EXPIRY_INTERVAL, UInt32(0)) }
    try check(
      unsafe mosquitto_disconnect_v5(handle, 0, properties.list), "disconnect from \(address)")
  }
}
