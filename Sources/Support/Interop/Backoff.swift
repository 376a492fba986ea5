/// How long to wait before the next try: longer each time, up to a limit, and never twice the same.
///
/// Full jitter: a random part of `base · 2ⁿ`, so that a fleet does not come back all at once (AWS
/// Architecture Blog, “Exponential backoff and jitter”).
public struct Backoff: Sendable {
  private let base: Duration
  private let limit: Duration
  private var generator: any RandomNumberGenerator & Sendable
  private var tries = 0

  /// Starts with no try made.
  ///
  /// - Parameters:
  ///   - base: The longest first wait.
  ///   - limit: The longest wait of all.
  ///   - generator: Where the jitter comes from.
  public init(
    base: Duration = .seconds(1), limit: Duration = .seconds(60),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.base = base
    self.limit = limit
    self.generator = generator
  }

  /// The wait before the next try.
  ///
  /// - Returns: A duration of at least a tenth of the step's longest wait.
  public mutating func next() -> Duration {
    let longest = min(limit, base * (1 << min(tries, 16)))
    tries += 1
    return longest * Double.random(in: 0.1...1, using: &generator)
  }

  /// Starts again with short waits.
  public mutating func reset() { tries = 0 }
}
