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
