/// What a broker promises about a publication (MQTT 5.0, 4.3).
///
/// QoS 2 is left out on purpose: its half-delivered messages live in memory only.
public enum MQTTQoS: Int32, Sendable {
  /// It is sent once and may be lost.
  case atMostOnce = 0
  /// It is acknowledged, and sent again by the next connection if it was not.
  case atLeastOnce = 1
}
