/// A signal made of tones, as the `say` cell of a recording script writes it: `tone:880/120 1175/180`.
///
/// Each tone is its frequency in hertz and its length in milliseconds; a frequency of 0 is silence.
public struct Tones: Sendable, Hashable {
  /// One tone.
  public struct Tone: Sendable, Hashable {
    /// In hertz; 0 for silence.
    public let frequency: Int
    /// In milliseconds.
    public let duration: Int
  }

  /// The tones, in order; never empty.
  public let tones: [Tone]

  /// Reads a list of tones.
  ///
  /// - Parameter say: `tone:` and pairs of frequency (0–8000) and length (1–2000), such as `880/120`.
  public init?(_ say: String) {
    guard Self.isMeant(by: say) else { return nil }
    var tones: [Tone] = []
    for pair in say.dropFirst(Self.prefix.count).split(separator: " ") {
      let numbers = pair.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let frequency = numbers[0], let duration = numbers[1],
        (0...8000).contains(frequency), (1...2000).contains(duration)
      else { return nil }
      tones.append(Tone(frequency: frequency, duration: duration))
    }
    guard !tones.isEmpty else { return nil }
    self.tones = tones
  }

  /// Whether a `say` cell is meant as tones and not as words.
  ///
  /// - Parameter say: The cell.
  /// - Returns: Whether it begins with `tone:`.
  public static func isMeant(by say: String) -> Bool { say.hasPrefix(prefix) }

  private static let prefix = "tone:"
}
