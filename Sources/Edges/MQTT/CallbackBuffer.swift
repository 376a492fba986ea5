import CMosquitto
import Glibc
import Messaging

/// What the callbacks of one client have received and its connection has not processed yet.
///
/// Used on the link's thread only. libmosquitto keeps an unretained pointer to it, which ``Client``
/// therefore outlives: it owns both. Nothing of libmosquitto's memory is kept here.
final class CallbackBuffer {
  /// The broker's answer to CONNECT.
  struct ConnectAcknowledgement {
    let reason: ReasonCode
    let sessionPresent: Bool
    /// How many messages may be in flight to the broker (MQTT 5.0, 3.2.2.3.3).
    let receiveMaximum: Int
  }

  /// The broker's answer to one publication.
  struct Acknowledgement {
    let number: Int32
    let reason: ReasonCode
  }

  var connectAcknowledgement: ConnectAcknowledgement?
  /// The broker's answer to SUBSCRIBE, filter by filter.
  var subscribeReasons: [ReasonCode]?
  var messages: [Message] = []
  var acknowledgements: [Acknowledgement] = []
  /// Why the connection ended: a reason code of the broker or an error of libmosquitto.
  var disconnectCode: Int32?
  /// How OpenSSL judged the broker's certificate, if there was an error.
  var verdict: TLSVerdict?
  /// Whether the packet that libmosquitto is about to hand over has its DUP flag set.
  ///
  /// Its message has no such member. It logs each PUBLISH it receives, flags first, just before it calls
  /// back (`handle__publish` in lib/handle_publish.c, 2.0.11 to 2.0.20), on the same thread.
  private var isDuplicate = false
  /// The errors that libmosquitto has logged, the last few of them.
  private(set) var libraryErrors: [String] = []

  func addLibraryError(_ text: String) {
    libraryErrors.append(text)
    if libraryErrors.count > 8 { libraryErrors.removeFirst() }
  }

  /// Removes and returns the messages received so far.
  func takeMessages() -> [Message] {
    defer { messages.removeAll(keepingCapacity: true) }
    return messages
  }
}

extension CallbackBuffer {
  /// Registers the callbacks.
  func listen(to client: OpaquePointer) {
    unsafe mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    unsafe mosquitto_connect_v5_callback_set(client) { _, context, code, flags, properties in
      unsafe CallbackBuffer.behind(context).connectAcknowledgement = ConnectAcknowledgement(
        reason: ReasonCode(rawValue: UInt8(truncatingIfNeeded: code)),
        sessionPresent: flags & 1 == 1,
        receiveMaximum: CallbackBuffer.receiveMaximum(in: properties))
    }
    unsafe mosquitto_subscribe_v5_callback_set(client) { _, context, _, count, codes, _ in
      unsafe CallbackBuffer.behind(context).subscribeReasons = (0..<Int(count)).map { index in
        ReasonCode(rawValue: UInt8(truncatingIfNeeded: unsafe codes?[index] ?? 0x80))
      }
    }
    unsafe mosquitto_message_v5_callback_set(client) { _, context, message, properties in
      guard let message = unsafe message?.pointee else { return }
      let buffer = unsafe CallbackBuffer.behind(context)
      unsafe buffer.messages.append(
        Message(copying: message, properties, isDuplicate: buffer.isDuplicate))
    }
    unsafe mosquitto_publish_v5_callback_set(client) { _, context, number, code, _ in
      unsafe CallbackBuffer.behind(context).acknowledgements.append(
        Acknowledgement(
          number: number, reason: ReasonCode(rawValue: UInt8(truncatingIfNeeded: code))))
    }
    unsafe mosquitto_disconnect_v5_callback_set(client) { _, context, code, _ in
      unsafe CallbackBuffer.behind(context).disconnectCode = code
    }
    unsafe mosquitto_log_callback_set(client) { client, context, level, text in
      guard let text = unsafe text else { return }
      let buffer = unsafe CallbackBuffer.behind(context)
      if level == MOSQ_LOG_DEBUG {
        // The topic, which comes later in the line, may say anything: the first place counts.
        if let flags = unsafe strstr(text, "received PUBLISH (d") {
          buffer.isDuplicate = unsafe strncmp(flags, "received PUBLISH (d1,", 21) == 0
        }
        return
      }
      guard level == MOSQ_LOG_ERR else { return }
      unsafe buffer.addLibraryError(String(cString: text))
      if let verdict = unsafe TLSVerdict(of: mosquitto_ssl_get(client)) { buffer.verdict = verdict }
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

extension Message {
  /// Copies what libmosquitto lends for the length of a callback.
  init(
    copying message: mosquitto_message, _ properties: OpaquePointer?, isDuplicate: Bool
  ) {
    let payload = unsafe UnsafeRawBufferPointer(
      start: message.payload, count: Int(message.payloadlen))
    unsafe self.init(
      topic: message.topic.map { unsafe String(cString: $0) } ?? "", payload: [UInt8](payload),
      isRetained: message.retain,
      packet: message.qos > 0
        ? Packet(
          identifier: UInt16(truncatingIfNeeded: message.mid), isDuplicate: isDuplicate) : nil,
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
