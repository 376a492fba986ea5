import Wire

/// What a pack's manifest says about one clip.
public struct ClipEntry: Sendable, Hashable, Codable {
  /// The sound file, relative to the pack's folder.
  public let file: String
  /// The SHA-256 of the file, in hexadecimal digits.
  public let sha256: String
  /// The words the clip says, as a screen would show them; a label if it says none.
  public let text: String
  /// What the clip is in an announcement.
  public let role: ClipRole
  /// Where the sound comes from: a synthesizer and its voice, or a speaker.
  public let source: String
  /// The SPDX identifier of the licence of the sound.
  public let licence: String
  /// The length, in frames at 48 kHz.
  public let frames: Int

  /// Describes a clip.
  ///
  /// - Parameters:
  ///   - file: The sound file, relative to the pack's folder.
  ///   - sha256: The SHA-256 of the file, in hexadecimal digits.
  ///   - text: The words the clip says, or a label if it says none.
  ///   - role: What the clip is in an announcement.
  ///   - frames: The length, in frames at 48 kHz.
  ///   - credit: Where the sound comes from, and its licence.
  public init(
    file: String, sha256: String, text: String, role: ClipRole, frames: Int, credit: ClipCredit
  ) {
    self.file = file
    self.sha256 = sha256
    self.text = text
    self.role = role
    self.frames = frames
    source = credit.source
    licence = credit.licence
  }

  private enum CodingKeys: String, CodingKey {
    case file, sha256, text, role, source, licence, frames
  }
}

/// Whom a clip's sound comes from, and on which terms it may be given away.
public struct ClipCredit: Sendable, Hashable {
  /// Where the sound comes from.
  public var source: String
  /// The SPDX identifier of its licence.
  public var licence: String

  /// Names source and licence.
  ///
  /// - Parameters:
  ///   - source: Where the sound comes from.
  ///   - licence: The SPDX identifier of its licence.
  public init(source: String, licence: String) {
    self.source = source
    self.licence = licence
  }
}

/// The id of one clip of a pack, such as `n88` or `order.new`.
///
/// It has the form of a `Name`, so that a sound command can call every clip by its id.
public struct ClipID: RawRepresentable, Sendable, Hashable {
  /// The id as it is written.
  public let rawValue: String

  /// Takes an id of the form of a name.
  ///
  /// - Parameter rawValue: The id.
  public init?(rawValue: String) {
    guard Name(rawValue: rawValue) != nil else { return nil }
    self.rawValue = rawValue
  }

  /// Puts a number into a form that was checked when the grammar was read.
  init(checked rawValue: String) { self.rawValue = rawValue }
}

extension ClipID: Comparable {
  public static func < (left: ClipID, right: ClipID) -> Bool { left.rawValue < right.rawValue }
}

extension ClipID: CustomStringConvertible {
  public var description: String { rawValue }
}

/// What a clip is in an announcement; the pauses between two clips depend on both their roles.
public enum ClipRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// A short signal before words.
  case chime
  /// A signal that rings until the order is acknowledged.
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
