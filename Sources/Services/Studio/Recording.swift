/// A human speaker's recording of one clip.
public struct Recording: Sendable, Hashable {
  /// The sound file.
  public let path: String
  /// Who speaks, where and when, as the manifest tells it.
  public let source: String
  /// The SPDX identifier of the licence.
  public let licence: String

  /// Describes a recording.
  ///
  /// - Parameters:
  ///   - path: The sound file.
  ///   - source: Who speaks.
  ///   - licence: The SPDX identifier of the licence.
  public init(path: String, source: String, licence: String) {
    self.path = path
    self.source = source
    self.licence = licence
  }
}
