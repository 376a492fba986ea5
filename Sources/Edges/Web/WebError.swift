/// Why there is no server, and what to do about it.
public struct WebError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried, such as “listen on 127.0.0.1:8080”.
  public let step: String
  /// What went wrong, in words.
  public let reason: String
  /// The raw code: above zero the system's `errno`, below it one of GnuTLS, zero if there is none.
  public let code: Int32
  /// Whether it may well end by itself; otherwise somebody must do something.
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
