/// How long to wait before the next attempt to connect: “full jitter”.
///
/// The wait is drawn evenly from nothing up to a bound that starts at ``base`` and doubles with each
/// failure up to ``cap``, so that a thousand clients of a restarted broker do not come back at once.
public struct MQTTBackoff: Sendable {
  /// The bound after the first failure.
  public let base: Duration
  /// The highest bound.
  public let cap: Duration
  /// How long a connection must have stood for the bound to start again at ``base``.
  public let steady: Duration
  private var generator: any RandomNumberGenerator & Sendable
  private var failures = 0

  /// More doublings than any sensible ``cap`` needs.
  private static let mostDoublings = 32

  /// Describes the waits.
  ///
  /// - Parameters:
  ///   - base: The bound after the first failure.
  ///   - cap: The highest bound.
  ///   - steady: How long a connection must have stood for the bound to start again.
  ///   - generator: Where the draws come from.
  public init(
    base: Duration = .seconds(1), cap: Duration = .seconds(60), steady: Duration = .seconds(60),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.base = base
    self.cap = cap
    self.steady = steady
    self.generator = generator
  }

  /// Draws the wait after one more connection or attempt has ended.
  ///
  /// - Parameter stood: How long it had been online; zero if it never was.
  /// - Returns: The wait, between zero and ``cap``.
  public mutating func next(afterOnline stood: Duration = .zero) -> Duration {
    if stood >= steady { failures = 0 }
    var bound = min(base, cap)
    for _ in 0..<failures { bound = min(bound * 2, cap) }
    failures = min(failures + 1, Self.mostDoublings)
    let microseconds = max(bound, .zero) / .microseconds(1)
    return .microseconds(Int64.random(in: 0...Int64(microseconds), using: &generator))
  }
}
