public import Voice

/// A pack whose clips lie in its folder, and the manifest that goes with them.
public struct BuiltPack: Sendable {
  /// The text of `pack.json`, to be written now.
  public let manifestText: String
  /// The clips by their ids.
  public let clips: [ClipID: ClipEntry]
  /// The size of all clips' files, in bytes.
  public let size: Int

  /// The length of all clips, in frames at 48 kHz.
  public var frames: Int { clips.values.reduce(0) { $0 + $1.frames } }
}
