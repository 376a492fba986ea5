/// What the broker itself said.
extension MQTTError {
  /// The broker's CONNACK refused us (MQTT 5.0, 3.2.2.2).
  static func refused(_ reason: ReasonCode, by address: String) -> MQTTError {
    let hint =
      switch reason {
      case .badUserNameOrPassword:
        "correct the user name and the password"
      case .notAuthorized:
        "correct the user name and the password, or let this client in at the broker"
      case .clientIDNotValid:
        "choose another client id, or allow this one at the broker"
      case _ where reason.isTransient:
        "nothing to do but wait; the broker may be overloaded"
      default:
        "see to the broker's settings and log"
      }
    return MQTTError(
      step: "log in to \(address)", reason: "\(reason)", code: Int32(reason.rawValue),
      isTransient: reason.isTransient, hint: hint)
  }

  /// The broker's SUBACK refused one filter (MQTT 5.0, 3.9.3).
  static func refused(_ filter: String, _ reason: ReasonCode, by address: String) -> MQTTError {
    MQTTError(
      step: "subscribe to \(filter) at \(address)", reason: "\(reason)",
      code: Int32(reason.rawValue), isTransient: reason.isTransient,
      hint: reason == .notAuthorized
        ? "allow this client to read the topic in the broker's access rules"
        : "correct the topic filter, or the broker's settings")
  }

  /// The broker ended the connection with a DISCONNECT (MQTT 5.0, 3.14.2.1).
  static func disconnected(_ reason: ReasonCode, by address: String) -> MQTTError {
    let hint =
      switch reason {
      case .sessionTakenOver:
        "another client uses this client id: give each its own"
      case .serverShuttingDown:
        "nothing to do but wait until the broker is back"
      default:
        "see to the broker's settings and log"
      }
    return MQTTError(
      step: "stay connected to \(address)", reason: "\(reason)", code: Int32(reason.rawValue),
      isTransient: reason.isTransient, hint: hint)
  }

  /// The broker does not answer what it must answer.
  static func silent(_ address: String, awaiting: String, for patience: Duration) -> MQTTError {
    MQTTError(
      step: "connect to \(address)",
      reason: "no answer to \(awaiting) within \(patience.milliseconds) ms", code: 0,
      isTransient: true, hint: "make sure that this is an MQTT broker, and that it is well")
  }
}
