/// Why there is no connection, and what to do about it.
public struct MQTTError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried, such as “connect to broker.example:1883”.
  public let step: String
  /// What went wrong, in words.
  public let reason: String
  /// The raw code: from `0x80` up a reason code of MQTT 5.0 (2.4) that the broker gave, below it one
  /// of libmosquitto's `mosq_err_t`, zero if neither said anything.
  public let code: Int32
  /// Whether it may well end by itself; otherwise somebody must do something.
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
