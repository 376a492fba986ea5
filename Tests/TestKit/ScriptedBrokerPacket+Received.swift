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
