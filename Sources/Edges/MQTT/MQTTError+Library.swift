import CMosquitto
import Glibc

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
