/// Why a text is not spoken, and what to do about it.
public struct SpeechError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Sendable, Equatable {
    /// The synthesizer, or something it needs, is not installed.
    case notInstalled
    /// The synthesizer has no such voice.
    case unknownVoice
    /// The text is one that cannot be said correctly.
    case refused
    /// The synthesizer failed.
    case failed
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What was tried, such as “speak a text”.
  public let step: String
  /// What went wrong, in words.
  public let reason: String
  /// What to do about it.
  public let hint: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - kind: What kind of failure it is.
  ///   - step: What was tried.
  ///   - reason: What went wrong, in words.
  ///   - hint: What to do about it.
  public init(_ kind: Kind, step: String, reason: String, hint: String) {
    self.kind = kind
    self.step = step
    self.reason = reason
    self.hint = hint
  }

  /// A text that is left out.
  static func refused(_ reason: String, hint: String = "write it otherwise") -> SpeechError {
    SpeechError(.refused, step: "speak a text", reason: reason, hint: hint)
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }
}
