/// The file `pack.json` of a voice pack: whose voice it is, how it was made, and every clip.
public struct PackManifest: Sendable, Hashable, Codable {
  /// The format that this program reads.
  public static let currentFormat = 1

  /// The format of the pack's files; ``currentFormat``.
  public var format: Int
  /// The language and region, such as `zh-CN`.
  public var locale: String
  /// The pack's name, for people.
  public var name: String
  /// The pack's own version.
  public var version: String
  /// Whose voice it is.
  public var voice: Voice
  /// How the clips that no human has recorded were made.
  public var synthesizer: Synthesizer
  /// The ISO 4217 code of the currency that the pack's region uses.
  public var currency: String
  /// The choices that the grammar leaves open, such as `liang`.
  public var options: [String: Bool]
  /// Silence between two clips, in milliseconds, by their roles: `number-unit`, or `default`; `word` is
  /// the least between two words of a command.
  public var gaps: [String: Int]
  /// What joins the texts of clips.
  public var separators: Separators
  /// The clips by their ids.
  public var clips: [String: ClipEntry]

  private enum CodingKeys: String, CodingKey {
    case format, locale, name, version, voice, synthesizer, currency, options, gaps, separators
    case clips
  }
}
