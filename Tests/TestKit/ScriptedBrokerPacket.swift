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
