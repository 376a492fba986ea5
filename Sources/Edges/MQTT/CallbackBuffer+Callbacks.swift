import CMosquitto
import Messaging

extension CallbackBuffer {
  /// Registers the callbacks.
  func listen(to client: OpaquePointer) {
    unsafe mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    unsafe mosquitto_connect_v5_callback_set(client) { _, context, code, flags, properties in
      unsafe CallbackBuffer.behind(context).welcome = Welcome(
        reason: ReasonCode(rawValue: UInt8(truncatingIfNeeded: code)),
        sessionPresent: flags & 1 == 1,
        receiveMaximum: CallbackBuffer.receiveMaximum(in: properties))
    }
    unsafe mosquitto_subscribe_v5_callback_set(client) { _, context, _, count, codes, _ in
      unsafe CallbackBuffer.behind(context).grants = (0..<Int(count)).map { index in
        ReasonCode(rawValue: UInt8(truncatingIfNeeded: unsafe codes?[index] ?? 0x80))
      }
    }
    unsafe mosquitto_message_v5_callback_set(client) { _, context, message, properties in
      guard let message = unsafe message?.pointee else { return }
      unsafe CallbackBuffer.behind(context).messages.append(
        Message(copying: message, properties))
    }
    unsafe mosquitto_publish_v5_callback_set(client) { _, context, number, code, _ in
      unsafe CallbackBuffer.behind(context).acknowledgements.append(
        Acknowledgement(
          number: number, reason: ReasonCode(rawValue: UInt8(truncatingIfNeeded: code))))
    }
    unsafe mosquitto_disconnect_v5_callback_set(client) { _, context, code, _ in
      unsafe CallbackBuffer.behind(context).parting = code
    }
    unsafe mosquitto_log_callback_set(client) { client, context, level, text in
      guard level == MOSQ_LOG_ERR, let text = unsafe text else { return }
      let intake = unsafe CallbackBuffer.behind(context)
      unsafe intake.complain(String(cString: text))
      if let verdict = unsafe TLSVerdict(of: mosquitto_ssl_get(client)) { intake.verdict = verdict }
    }
  }

  private static func behind(_ context: UnsafeMutableRawPointer?) -> CallbackBuffer {
    guard let context = unsafe context else {
      preconditionFailure("libmosquitto lost our context")
    }
    return unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  private static func receiveMaximum(in properties: OpaquePointer?) -> Int {
    var value: UInt16 = 0
    let found = unsafe mosquitto_property_read_int16(
      properties, MQTT_PROP_RECEIVE_MAXIMUM.identifier, &value, false)
    return unsafe found == nil ? Int(UInt16.max) : Int(value)
  }
}
