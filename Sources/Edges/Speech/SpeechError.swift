/// The failure to speak a text, and what to do about it.
public struct SpeechError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Sendable, Equatable {
    /// The synthesizer or one of its dependencies is not installed.
    case notInstalled
    /// The synthesizer has no such voice.
    case unknownVoice
    /// The text cannot be spoken correctly.
    case refused
    /// The synthesizer failed.
    case failed
  }

  /// The kind of failure.
  public let kind: Kind
  /// The step that failed, such as “speak a text”.
  public let step: String
  /// The reason, in words.
  public let reason: String
  /// What to do about it.
  public let hint: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - step: The step that failed.
  ///   - reason: The reason, in words.
  ///   - hint: What to do about it.
  public init(_ kind: Kind, step: String, reason: String, hint: String) {
    self.kind = kind
    self.step = step
    self.reason = reason
    self.hint = hint
  }

  /// A refused text.
  static func refused(_ reason: String, hint: String = "rephrase it") -> SpeechError {
    SpeechError(.refused, step: "speak a text", reason: reason, hint: hint)
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }
}
