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
