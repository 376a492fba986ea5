/// The output that plays nothing, at once.
public struct NoOutput: SoundOutput {
  public var condition: SoundCondition { SoundCondition(device: "none") }

  /// Makes the output.
  public init() {}

  public func play(
    _ sound: Sound, promptly: Bool, under controls: Controls
  ) async throws -> PlaybackResult {
    try Task.checkCancellation()
    return controls.wish.cut == nil ? .whole : .cut
  }

  public func check() async throws {}

  public func idle() async { await Time.system.waitForCancellation() }
}
