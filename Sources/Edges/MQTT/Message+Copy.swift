import CMosquitto
import Glibc
import Messaging

extension Message {
  /// Copies what libmosquitto lends for the length of a callback.
  init(copying message: mosquitto_message, _ properties: OpaquePointer?) {
    let payload = unsafe UnsafeRawBufferPointer(
      start: message.payload, count: Int(message.payloadlen))
    unsafe self.init(
      topic: message.topic.map { unsafe String(cString: $0) } ?? "", payload: [UInt8](payload),
      isRetained: message.retain,
      responseTopic: properties.flatMap { unsafe Self.responseTopic(in: $0) },
      correlationData: properties.flatMap { unsafe Self.correlationData(in: $0) })
  }

  private static func responseTopic(in properties: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    unsafe mosquitto_property_read_string(
      properties, MQTT_PROP_RESPONSE_TOPIC.identifier, &text, false)
    guard let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  private static func correlationData(in properties: OpaquePointer) -> [UInt8]? {
    var data: UnsafeMutableRawPointer?
    var count: UInt16 = 0
    unsafe mosquitto_property_read_binary(
      properties, MQTT_PROP_CORRELATION_DATA.identifier, &data, &count, false)
    guard let data = unsafe data else { return nil }
    defer { unsafe free(data) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
  }
}
