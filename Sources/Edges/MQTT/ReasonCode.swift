import CMosquitto

/// A reason code of MQTT 5.0 (section 2.4), which may be one that is not listed here.
public struct ReasonCode: RawRepresentable, Sendable, Hashable {
  /// The code; a refusal from `0x80` up.
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// All went well.
  public static let success = ReasonCode(rawValue: 0x00)
  /// The broker accepted the message, but no client subscribes to its topic.
  public static let noMatchingSubscribers = ReasonCode(rawValue: 0x10)
  /// No reason is given.
  public static let unspecified = ReasonCode(rawValue: 0x80)
  /// The client id is not allowed.
  public static let clientIDNotValid = ReasonCode(rawValue: 0x85)
  /// The user name is unknown, or the password is not its own.
  public static let badUserNameOrPassword = ReasonCode(rawValue: 0x86)
  /// The broker's access rules do not allow it.
  public static let notAuthorized = ReasonCode(rawValue: 0x87)
  /// The broker cannot be used now.
  public static let serverUnavailable = ReasonCode(rawValue: 0x88)
  /// The broker has too much to do.
  public static let serverBusy = ReasonCode(rawValue: 0x89)
  /// The broker ends.
  public static let serverShuttingDown = ReasonCode(rawValue: 0x8B)
  /// Another client has connected with the same client id.
  public static let sessionTakenOver = ReasonCode(rawValue: 0x8E)
  /// The broker does not take this topic filter.
  public static let topicFilterInvalid = ReasonCode(rawValue: 0x8F)
  /// The broker does not take this topic.
  public static let topicNameInvalid = ReasonCode(rawValue: 0x90)
  /// The message is larger than the broker takes.
  public static let packetTooLarge = ReasonCode(rawValue: 0x95)
  /// A limit of the broker has been reached.
  public static let quotaExceeded = ReasonCode(rawValue: 0x97)
  /// The broker keeps no messages.
  public static let retainNotSupported = ReasonCode(rawValue: 0x9A)
  /// The broker does not know this quality of service.
  public static let qosNotSupported = ReasonCode(rawValue: 0x9B)

  /// Whether the code says that something was refused.
  public var isRefusal: Bool { rawValue >= 0x80 }

  /// Whether the same request may well be granted later, without anybody's doing.
  public var isTransient: Bool {
    switch rawValue {
    case 0x80, 0x83, 0x88, 0x89, 0x8B, 0x8D, 0x93, 0x96, 0x97, 0x98, 0x9F, 0xA0: true
    default: false
    }
  }
}

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
  /// The same text for the middle of a sentence, without a full stop.
  var lowercasedFirst: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
