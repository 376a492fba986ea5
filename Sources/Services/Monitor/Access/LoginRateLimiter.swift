/// Counts wrong tokens by address, so that tokens cannot be guessed.
struct LoginRateLimiter {
  /// How many wrong tokens an address may send within ``window``.
  static let most = 10
  /// How long a wrong token counts.
  static let window = Duration.seconds(60)
  /// The most addresses that are counted.
  static let mostAddresses = 4096

  private struct Count {
    var number: Int
    /// When the first of them came.
    let start: ContinuousClock.Instant
  }

  private var counts: [String: Count] = [:]

  /// How long tokens from an address are refused without being checked.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - now: The current time.
  /// - Returns: The remaining time; `nil` if tokens are checked.
  func pause(for address: String, at now: ContinuousClock.Instant) -> Duration? {
    guard let count = counts[address], count.number >= Self.most else { return nil }
    let rest = Self.window - (now - count.start)
    return rest > .zero ? rest : nil
  }

  /// Counts a wrong token.
  ///
  /// - Parameters:
  ///   - address: The address that sent it.
  ///   - now: The current time.
  mutating func record(_ address: String, at now: ContinuousClock.Instant) {
    if let count = counts[address], now - count.start < Self.window {
      counts[address] = Count(number: count.number + 1, start: count.start)
      return
    }
    if counts[address] == nil, counts.count >= Self.mostAddresses { makeRoom(at: now) }
    counts[address] = Count(number: 1, start: now)
  }

  /// Drops counts that have expired, and if those are few, the older half: that happens seldom enough to
  /// cost little.
  private mutating func makeRoom(at now: ContinuousClock.Instant) {
    counts = counts.filter { now - $0.value.start < Self.window }
    guard counts.count > Self.mostAddresses / 2 else { return }
    let starts = counts.values.map(\.start).sorted()
    let middle = starts[starts.count / 2]
    counts = counts.filter { $0.value.start > middle }
  }

  /// How many addresses are counted.
  var addresses: Int { counts.count }
}
