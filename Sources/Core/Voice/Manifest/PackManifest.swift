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

/// The names that every pack carries (protocol, section “Vocabulary”).
public enum Vocabulary {
  /// The names, in the protocol's order.
  public static let names: [String] =
    ["chime", "ring"]
    + ["new", "cancelled", "reminder", "late", "courier", "ready"].map { "order." + $0 }
    + [
      "received", "alipay", "wechat", "unionpay", "card", "cash", "upi", "paytm", "phonepe", "gpay",
      "pix", "promptpay", "qris", "vietqr", "paypay", "refund", "failed", "pending",
    ].map { "payment." + $0 }
    + ["queue.call", "queue.counter", "summary.orders", "summary.payments"]
    + ["online", "offline", "test", "low-volume"].map { "system." + $0 }

  /// The signs that every pack says.
  public static let signs: [String] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-".map { String($0) }
}
