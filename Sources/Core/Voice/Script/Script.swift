/// A sound command resolved against a pack: what to play, in order, with the silence between.
public struct Script: Sendable, Hashable {
  /// One thing to play.
  public enum Element: Sendable, Hashable {
    /// A clip of the pack, whole.
    case clip(ClipID)
    /// A free text, which no clips say: it is to be synthesized.
    case speech(String)
    /// Silence.
    case silence(milliseconds: Int)
  }

  /// What to play, in order.
  public let elements: [Element]
  /// The words that are said, as a screen would show them.
  public let spoken: String
  /// The free texts of the command that are not said.
  public let leftOut: [String]

  /// The clips alone, in order.
  public var clips: [ClipID] {
    elements.compactMap { element in
      if case .clip(let id) = element { id } else { nil }
    }
  }
}
