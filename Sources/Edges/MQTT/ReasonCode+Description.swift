import CMosquitto

extension ReasonCode: CustomStringConvertible {
  /// The code in words and as a number, such as “session taken over (0x8E)”.
  public var description: String {
    let code = String(rawValue, radix: 16, uppercase: true)
    return "\(words) (0x\(code.count < 2 ? "0" : "")\(code))"
  }

  private var words: String {
    switch self {
    case .badUserNameOrPassword: "wrong user name or password"
    case .notAuthorized: "not authorized"
    case .serverShuttingDown: "the broker is shutting down"
    case .sessionTakenOver: "session taken over"
    default:
      unsafe String(cString: mosquitto_reason_string(Int32(rawValue))).lowercasedFirst
    }
  }
}

extension String {
  /// The same text, to stand inside a sentence and without a full stop.
  var lowercasedFirst: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
