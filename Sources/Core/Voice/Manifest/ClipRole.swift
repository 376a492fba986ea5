/// What a clip is in an announcement; the pauses between two clips depend on both their roles.
public enum ClipRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// A short signal before words.
  case chime
  /// A signal that calls until somebody comes.
  case ring
  /// A phrase, such as “new order”.
  case phrase
  /// A number, or a part of one.
  case number
  /// What stands between and after numbers: currencies, “and”, counters.
  case unit
  /// One sign of a code.
  case sign

  /// Whether clips of this role say words, which the spoken text then shows.
  public var saysWords: Bool { self != .chime && self != .ring }
}
