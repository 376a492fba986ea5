/// Exponential backoff with full jitter, up to a limit.
///
/// Each wait is a random part of `base · 2ⁿ`, so that a fleet does not reconnect all at once (AWS
/// Architecture Blog, “Exponential backoff and jitter”).
public struct Backoff: Sendable {
  private let base: Duration
  private let limit: Duration
  private var generator: any RandomNumberGenerator & Sendable
  private var attempts = 0

  /// Starts with no attempts made.
  ///
  /// - Parameters:
  ///   - base: The longest first wait.
  ///   - limit: The longest of all waits.
  ///   - generator: The source of the jitter.
  public init(
    base: Duration = .seconds(1), limit: Duration = .seconds(60),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.base = base
    self.limit = limit
    self.generator = generator
  }

  /// Counts an attempt and chooses the wait before the next one.
  ///
  /// - Returns: A duration of at least a tenth of the step's longest wait.
  public mutating func next() -> Duration {
    let longest = min(limit, base * (1 << min(attempts, 16)))
    attempts += 1
    return longest * Double.random(in: 0.1...1, using: &generator)
  }

  /// Forgets all attempts, so that waits are short again.
  public mutating func reset() { attempts = 0 }
}
