/// What a sound server for tests could not do.
public struct SoundServerError: Error, CustomStringConvertible {
  /// What was tried.
  public let step: String

  public var description: String { "the sound server cannot \(step)" }
}
