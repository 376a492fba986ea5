import CMosquitto
import Glibc

/// Why there is no connection, and what to do about it.
public struct MQTTError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried, such as “connect to broker.example:1883”.
  public let step: String
  /// What went wrong, in words.
  public let reason: String
  /// The raw code: from `0x80` up a reason code of MQTT 5.0 (2.4) that the broker gave, below it one
  /// of libmosquitto's `mosq_err_t`, zero if neither said anything.
  public let code: Int32
  /// Whether it may end by itself; otherwise an operator must act.
  ///
  /// The link tries again in either case.
  public let isTransient: Bool
  /// What to do about it.
  public let hint: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - step: What was tried.
  ///   - reason: What went wrong, in words.
  ///   - code: The raw code.
  ///   - isTransient: Whether it may end by itself.
  ///   - hint: What to do about it.
  public init(step: String, reason: String, code: Int32, isTransient: Bool, hint: String) {
    self.step = step
    self.reason = reason
    self.code = code
    self.isTransient = isTransient
    self.hint = hint
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }
}

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

/// What libmosquitto and the system said.
extension MQTTError {
  /// A call of libmosquitto failed; `errno` must be as the call left it.
  static func library(_ code: Int32, _ step: String) -> MQTTError {
    let number = errno
    switch mosq_err_t(code) {
    case MOSQ_ERR_ERRNO:
      return system(number, step, code)
    case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP:
      return MQTTError(
        step: step, reason: unsafe String(cString: gai_strerror(number)).lowercasedFirst,
        code: code, isTransient: true, hint: "correct the host name, or see to name resolution")
    case MOSQ_ERR_KEEPALIVE:
      return MQTTError(
        step: step, reason: "no sign of life within the keep-alive time", code: code,
        isTransient: true, hint: "see to the network between here and the broker")
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN:
      return MQTTError(
        step: step, reason: "the connection was lost", code: code, isTransient: true,
        hint: "see to the broker's log and to the network")
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_DUPLICATE_PROPERTY:
      return MQTTError(
        step: step, reason: words(code), code: code, isTransient: false,
        hint: "make sure that this is an MQTT 5 broker, and not a port that expects TLS")
    default:
      return MQTTError(
        step: step, reason: words(code), code: code, isTransient: false,
        hint: "correct the settings of the broker and of this client")
    }
  }

  /// The settings ask for what cannot be.
  static func settings(_ reason: String, hint: String) -> MQTTError {
    MQTTError(
      step: "set up the link", reason: reason, code: MOSQ_ERR_INVAL.asCode,
      isTransient: false, hint: hint)
  }

  /// The owner of the link failed in `step`.
  static func owner(_ error: any Error, _ step: String) -> MQTTError {
    MQTTError(
      step: step, reason: "\(error)", code: 0, isTransient: true,
      hint: "see to what the reason names; the broker sends again what was not acknowledged")
  }

  private static func system(_ number: Int32, _ step: String, _ code: Int32) -> MQTTError {
    MQTTError(
      step: step, reason: unsafe String(cString: strerror(number)).lowercasedFirst, code: code,
      isTransient: true,
      hint: number == ECONNREFUSED
        ? "start the broker, or correct its host and port" : "see to the network")
  }

  private static func words(_ code: Int32) -> String {
    unsafe String(cString: mosquitto_strerror(code)).lowercasedFirst
  }
}
