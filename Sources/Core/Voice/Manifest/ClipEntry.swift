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
  ///   - source: Where the sound comes from.
  ///   - licence: The SPDX identifier of its licence.
  ///   - frames: The length, in frames at 48 kHz.
  public init(
    file: String, sha256: String, text: String, role: ClipRole, source: String, licence: String,
    frames: Int
  ) {
    self.file = file
    self.sha256 = sha256
    self.text = text
    self.role = role
    self.source = source
    self.licence = licence
    self.frames = frames
  }

  private enum CodingKeys: String, CodingKey {
    case file, sha256, text, role, source, licence, frames
  }
}
