/// A control packet of MQTT 5.0 (section 2.1), as bytes and as what tests ask about.
public struct ScriptedBrokerPacket: Sendable, Equatable {
  /// The type of packet (MQTT 5.0, 2.1.2).
  public enum Kind: UInt8, Sendable {
    case connect = 1
    case connack, publish, puback, pubrec, pubrel, pubcomp, subscribe, suback, unsubscribe
    case unsuback, pingreq, pingresp, disconnect, auth
  }

  /// Its type.
  public let kind: Kind
  /// The low four bits of its first byte.
  public let flags: UInt8
  /// All after the remaining length.
  public let body: [UInt8]

  /// Joins the parts of a packet.
  ///
  /// - Parameters:
  ///   - kind: Its type.
  ///   - flags: The low four bits of its first byte.
  ///   - body: All after the remaining length.
  public init(_ kind: Kind, flags: UInt8 = 0, body: [UInt8] = []) {
    self.kind = kind
    self.flags = flags
    self.body = body
  }

  /// The packet as it travels.
  public var bytes: [UInt8] {
    [kind.rawValue << 4 | flags] + MQTTBytes.length(body.count) + body
  }
}

/// The encodings that all packets share (MQTT 5.0, 1.5).
enum MQTTBytes {
  /// A variable byte integer.
  static func length(_ count: Int) -> [UInt8] {
    count < 128 ? [UInt8(count)] : [UInt8(count % 128) | 0x80] + length(count / 128)
  }

  /// A two byte integer.
  static func short(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  /// A string, or binary data.
  static func string(_ bytes: some Collection<UInt8>) -> [UInt8] {
    short(UInt16(bytes.count)) + bytes
  }
}

/// What a broker sends.
extension ScriptedBrokerPacket {
  /// The answer to CONNECT (MQTT 5.0, 3.2).
  ///
  /// - Parameters:
  ///   - reason: The reason code.
  ///   - sessionPresent: Whether the session had been kept.
  ///   - receiveMaximum: How many publications may be in flight to the broker.
  /// - Returns: The packet.
  public static func connack(
    _ reason: UInt8 = 0, sessionPresent: Bool = false, receiveMaximum: UInt16? = nil
  ) -> ScriptedBrokerPacket {
    let properties = receiveMaximum.map { [0x21] + MQTTBytes.short($0) } ?? []
    return ScriptedBrokerPacket(
      .connack,
      body: [sessionPresent ? 1 : 0, reason] + MQTTBytes.length(properties.count) + properties)
  }

  /// The answer to SUBSCRIBE (MQTT 5.0, 3.9).
  ///
  /// - Parameters:
  ///   - identifier: The packet identifier of the SUBSCRIBE.
  ///   - reasons: A reason code for each filter.
  /// - Returns: The packet.
  public static func suback(_ identifier: UInt16, reasons: [UInt8]) -> ScriptedBrokerPacket {
    ScriptedBrokerPacket(.suback, body: MQTTBytes.short(identifier) + [0] + reasons)
  }

  /// A message at QoS 1 (MQTT 5.0, 3.3).
  ///
  /// - Parameters:
  ///   - identifier: Its packet identifier.
  ///   - topic: Its topic.
  ///   - payload: What it carries.
  ///   - isRetained: Whether it had been kept.
  ///   - isDuplicate: Whether it has been sent before.
  ///   - responseTopic: Where to answer.
  ///   - correlationData: What an answer carries along.
  /// - Returns: The packet.
  public static func publish(
    _ identifier: UInt16, topic: String, payload: String, isRetained: Bool = false,
    isDuplicate: Bool = false, responseTopic: String? = nil, correlationData: [UInt8]? = nil
  ) -> ScriptedBrokerPacket {
    let properties =
      (responseTopic.map { [0x08] + MQTTBytes.string($0.utf8) } ?? [])
      + (correlationData.map { [0x09] + MQTTBytes.string($0) } ?? [])
    return ScriptedBrokerPacket(
      .publish, flags: 0b0010 | (isRetained ? 1 : 0) | (isDuplicate ? 8 : 0),
      body: MQTTBytes.string(topic.utf8) + MQTTBytes.short(identifier)
        + MQTTBytes.length(properties.count) + properties + Array(payload.utf8))
  }

  /// The answer to a PUBLISH (MQTT 5.0, 3.4).
  ///
  /// - Parameters:
  ///   - identifier: The packet identifier of the PUBLISH.
  ///   - reason: The reason code.
  /// - Returns: The packet.
  public static func puback(_ identifier: UInt16, _ reason: UInt8 = 0) -> ScriptedBrokerPacket {
    ScriptedBrokerPacket(.puback, body: MQTTBytes.short(identifier) + [reason, 0])
  }

  /// The end of the connection (MQTT 5.0, 3.14).
  ///
  /// - Parameter reason: The reason code.
  /// - Returns: The packet.
  public static func disconnect(_ reason: UInt8) -> ScriptedBrokerPacket {
    ScriptedBrokerPacket(.disconnect, body: [reason, 0])
  }
}
