/// A sound command resolved against a pack: the clips to play, in order, with the silence between them.
public struct Script: Sendable, Hashable {
  /// One thing to play.
  public enum Element: Sendable, Hashable {
    /// A clip of the pack, whole.
    case clip(ClipID)
    /// Silence.
    case silence(milliseconds: Int)
  }

  /// What to play, in order.
  public let elements: [Element]
  /// The words that are said, as a screen would show them.
  public let spoken: String
  /// The free texts of the command, which clips cannot say.
  public let leftOut: [String]

  /// The clips alone, in order.
  public var clips: [ClipID] {
    elements.compactMap { element in
      if case .clip(let id) = element { id } else { nil }
    }
  }
}
