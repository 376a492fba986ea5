/// The output that plays nothing, at once.
public struct NoOutput: SoundOutput {
  /// Makes the output.
  public init() {}

  public func play(_ samples: [Int16]) async throws { try Task.checkCancellation() }

  public func check() async throws {}
}
