/// What a client sent, part by part.
extension ScriptedBrokerPacket {
  /// The packet identifier of a PUBLISH at QoS 1, PUBACK or SUBSCRIBE; zero if there is none.
  public var identifier: UInt16 {
    var cursor = ScriptedBrokerCursor(body[...])
    if kind == .publish {
      guard qos > 0 else { return 0 }
      _ = cursor.string()
    }
    return cursor.short()
  }

  /// The quality of service of a PUBLISH.
  public var qos: UInt8 { (flags >> 1) & 0b11 }

  /// Whether a PUBLISH asks to be kept.
  public var isRetained: Bool { flags & 1 == 1 }

  /// The topic of a PUBLISH.
  public var topic: String {
    var cursor = ScriptedBrokerCursor(body[...])
    return String(decoding: cursor.string(), as: UTF8.self)
  }

  /// What a PUBLISH carries, as text.
  public var payload: String {
    var cursor = ScriptedBrokerCursor(body[...])
    _ = cursor.string()
    if qos > 0 { _ = cursor.short() }
    _ = cursor.properties()
    return String(decoding: cursor.rest, as: UTF8.self)
  }

  /// The properties of a PUBLISH by their identifiers.
  public var properties: [UInt8: [UInt8]] {
    var cursor = ScriptedBrokerCursor(body[...])
    _ = cursor.string()
    if qos > 0 { _ = cursor.short() }
    return cursor.properties()
  }

  /// The filters of a SUBSCRIBE, each with its options (MQTT 5.0, 3.8.3.1).
  public var filters: [(filter: String, options: UInt8)] {
    var cursor = ScriptedBrokerCursor(body[...])
    _ = cursor.short()
    _ = cursor.properties()
    var filters: [(String, UInt8)] = []
    while !cursor.rest.isEmpty {
      filters.append((String(decoding: cursor.string(), as: UTF8.self), cursor.byte()))
    }
    return filters
  }
}

/// The parts of a CONNECT (MQTT 5.0, 3.1).
public struct ScriptedBrokerConnect: Sendable {
  /// What the broker is to publish after a loss.
  public struct Will: Sendable {
    /// Its topic.
    public let topic: String
    /// What it carries, as text.
    public let payload: String
    /// Its quality of service.
    public let qos: UInt8
    /// Whether it asks to be kept.
    public let isRetained: Bool
    /// Its properties by their identifiers.
    public let properties: [UInt8: [UInt8]]
  }

  /// The level of the protocol; 5 for MQTT 5.
  public let level: UInt8
  /// Whether an earlier session is to be forgotten.
  public let cleanStart: Bool
  /// The longest silence, in seconds.
  public let keepAlive: UInt16
  /// The properties by their identifiers, each value as it travels.
  public let properties: [UInt8: [UInt8]]
  /// The client id.
  public let clientID: String
  /// The will, if there is one.
  public let will: Will?
  /// The user name, if there is one.
  public let username: String?

  /// Takes a CONNECT apart.
  ///
  /// - Parameter packet: The packet, as it came from a client.
  public init(_ packet: ScriptedBrokerPacket) {
    var cursor = ScriptedBrokerCursor(packet.body[...])
    _ = cursor.string()
    level = cursor.byte()
    let flags = cursor.byte()
    cleanStart = flags & 0x02 != 0
    keepAlive = cursor.short()
    properties = cursor.properties()
    clientID = String(decoding: cursor.string(), as: UTF8.self)
    if flags & 0x04 != 0 {
      let properties = cursor.properties()
      will = Will(
        topic: String(decoding: cursor.string(), as: UTF8.self),
        payload: String(decoding: cursor.string(), as: UTF8.self), qos: (flags >> 3) & 0b11,
        isRetained: flags & 0x20 != 0, properties: properties)
    } else {
      will = nil
    }
    username = flags & 0x80 == 0 ? nil : String(decoding: cursor.string(), as: UTF8.self)
  }
}

/// Reads the parts of a packet one after the other (MQTT 5.0, 1.5); past the end it reads zeros.
struct ScriptedBrokerCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func short() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }

  mutating func string() -> [UInt8] { take(Int(short())) }

  mutating func length() -> Int {
    let low = byte()
    return low < 128 ? Int(low) : Int(low & 0x7F) + 128 * length()
  }

  /// The properties by their identifiers; of one that stands twice, the last (MQTT 5.0, 2.2.2.2).
  mutating func properties() -> [UInt8: [UInt8]] {
    var part = ScriptedBrokerCursor(take(length())[...])
    var properties: [UInt8: [UInt8]] = [:]
    while let identifier = part.rest.popFirst() {
      properties[identifier] = part.value(of: identifier)
    }
    return properties
  }

  private mutating func value(of identifier: UInt8) -> [UInt8] {
    switch identifier {
    case 0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2A: take(1)
    case 0x13, 0x21, 0x22, 0x23: take(2)
    case 0x02, 0x11, 0x18, 0x27: take(4)
    case 0x0B: MQTTBytes.length(length())
    case 0x26: string() + string()
    default: string()
    }
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
