import CMosquitto
import Messaging

/// Properties to send with one packet (MQTT 5.0, 2.2.2), freed with this value.
@safe struct Properties: ~Copyable {
  /// The list, for the calls of libmosquitto only; `nil` if it is empty.
  private(set) var list: OpaquePointer?

  init() { unsafe list = nil }

  /// The properties of a publication.
  init(of publication: Publication) throws(MQTTError) {
    self.init()
    if let expiry = publication.expiry {
      try add(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, expiry.protocolSeconds)
    }
    if let topic = publication.responseTopic {
      try Self.check(
        unsafe mosquitto_property_add_string(&list, MQTT_PROP_RESPONSE_TOPIC.identifier, topic))
    }
    if let data = publication.correlationData {
      try Self.check(
        unsafe mosquitto_property_add_binary(
          &list, MQTT_PROP_CORRELATION_DATA.identifier, data, UInt16(clamping: data.count)))
    }
  }

  deinit {
    var list = unsafe list
    unsafe mosquitto_property_free_all(&list)
  }

  /// Adds a property of two bytes.
  mutating func add(_ property: mqtt5_property, _ value: UInt16) throws(MQTTError) {
    try Self.check(unsafe mosquitto_property_add_int16(&list, property.identifier, value))
  }

  /// Adds a property of four bytes.
  mutating func add(_ property: mqtt5_property, _ value: UInt32) throws(MQTTError) {
    try Self.check(unsafe mosquitto_property_add_int32(&list, property.identifier, value))
  }

  /// Tells that libmosquitto owns the list now.
  mutating func handedOver() { unsafe list = nil }

  private static func check(_ code: Int32) throws(MQTTError) {
    guard code == 0 else { throw .library(code, "set the properties of a packet") }
  }
}

extension mqtt5_property {
  /// The list for libmosquitto's functions.
  var identifier: Int32 { Int32(rawValue) }
}
