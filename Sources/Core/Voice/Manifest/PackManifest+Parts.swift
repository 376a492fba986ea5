extension PackManifest {
  /// Whose voice a pack speaks with.
  public struct Voice: Sendable, Hashable, Codable {
    /// The speaker's or the synthetic voice's name.
    public var name: String
    /// The program that made it, or `human`.
    public var engine: String
    /// How good it is, such as “synthetic draft”.
    public var quality: String
    /// The SPDX identifier of the licence.
    public var licence: String
    /// Whom the licence wants named.
    public var attribution: String

    private enum CodingKeys: String, CodingKey {
      case name, engine, quality, licence, attribution
    }
  }

  /// How the clips of a pack are synthesized.
  public struct Synthesizer: Sendable, Hashable, Codable {
    /// The programs that a pack can be built with.
    public enum Engine: String, Sendable, Hashable, Codable {
      case espeakNG = "espeak-ng"
      case flite
    }

    /// The program.
    public var engine: Engine
    /// Its voice, as the program calls it.
    public var voice: String
    /// Words a minute; the program's own if absent.
    public var speed: Int?
    /// Pitch, 0–99 (espeak-ng alone); the program's own if absent.
    public var pitch: Int?

    private enum CodingKeys: String, CodingKey {
      case engine, voice, speed, pitch
    }
  }

  /// What joins the texts of clips to the text that an announcement says.
  public struct Separators: Sendable, Hashable, Codable {
    /// Between the clips of one word of a command.
    public var clip: String
    /// After a name.
    public var word: String
    /// After a number, a code or an amount.
    public var part: String

    private enum CodingKeys: String, CodingKey {
      case clip, word, part
    }
  }
}
