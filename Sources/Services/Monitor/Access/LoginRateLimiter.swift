/// How many wrong tokens came from where, so that nobody can try many.
struct LoginRateLimiter {
  /// So many wrong tokens may come from one address within the ``window``.
  static let most = 10
  /// How long a wrong token counts.
  static let window = Duration.seconds(60)
  /// From so many addresses they are counted at most.
  static let mostAddresses = 4096

  private struct Count {
    var number: Int
    /// When the first of them came.
    let start: ContinuousClock.Instant
  }

  private var counts: [String: Count] = [:]

  /// How long no token is looked at that comes from an address; `nil` if it is.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - now: What time it is.
  /// - Returns: The time that is left.
  func pause(for address: String, at now: ContinuousClock.Instant) -> Duration? {
    guard let count = counts[address], count.number >= Self.most else { return nil }
    let rest = Self.window - (now - count.start)
    return rest > .zero ? rest : nil
  }

  /// Counts a wrong token.
  ///
  /// - Parameters:
  ///   - address: From where it came.
  ///   - now: What time it is.
  mutating func note(_ address: String, at now: ContinuousClock.Instant) {
    if let count = counts[address], now - count.start < Self.window {
      counts[address] = Count(number: count.number + 1, start: count.start)
      return
    }
    if counts[address] == nil, counts.count >= Self.mostAddresses { makeRoom(at: now) }
    counts[address] = Count(number: 1, start: now)
  }

  /// Forgets what is over, and if that is little, the older half: seldom, so that it costs little.
  private mutating func makeRoom(at now: ContinuousClock.Instant) {
    counts = counts.filter { now - $0.value.start < Self.window }
    guard counts.count > Self.mostAddresses / 2 else { return }
    let starts = counts.values.map(\.start).sorted()
    let middle = starts[starts.count / 2]
    counts = counts.filter { $0.value.start > middle }
  }

  /// From how many addresses wrong tokens are remembered.
  var addresses: Int { counts.count }
}
