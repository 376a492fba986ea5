/// Why a line cannot be driven, and what to do about it.
public struct LineError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried, such as “request line 17 of gpiochip0”.
  public let step: String
  /// What went wrong, in words.
  public let reason: String
  /// What to do about it.
  public let hint: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - step: What was tried.
  ///   - reason: What went wrong, in words.
  ///   - hint: What to do about it.
  public init(step: String, reason: String, hint: String) {
    self.step = step
    self.reason = reason
    self.hint = hint
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }
}
