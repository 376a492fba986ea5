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
