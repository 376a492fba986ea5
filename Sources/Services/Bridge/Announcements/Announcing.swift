public import Voice

/// What speaks for the box.
public protocol Announcing: Sendable {
  /// Makes sure that something could be spoken now.
  ///
  /// - Throws: Why not; the device is missing or busy. What waits stays in the queue.
  func prepare() async throws

  /// Speaks a script from its start to its end.
  ///
  /// - Parameters:
  ///   - script: What to speak; every clip of it is in the pack.
  ///   - volume: The gain for this announcement, 0–100 per cent; `nil` for the box's own.
  /// - Throws: `CancellationError` if the task was cancelled, or why the device stopped in the
  ///   middle. Only a call that returns has let the last sample leave the device.
  func announce(_ script: Script, volume: Int?) async throws
}
