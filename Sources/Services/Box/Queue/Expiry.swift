import Wire

/// When a command becomes worthless.
enum Expiry: Sendable, Equatable {
  /// At a moment that its sender has named.
  case at(Timestamp)
  /// So long after it has come: steps of the wall clock change nothing about it.
  case after(Duration)

  /// Whether it has passed.
  ///
  /// - Parameters:
  ///   - since: When the command came, by the computer's own clock.
  ///   - moment: Now.
  /// - Returns: Whether the command is worthless now.
  func hasPassed(since: Duration, at moment: Moment) -> Bool {
    switch self {
    case .at(let end): end <= moment.wall
    case .after(let lifetime): moment.uptime - since >= lifetime
    }
  }

  /// Why a command was not said in time, for the receipt.
  var reason: String {
    switch self {
    case .at(let end): "expired at \(end)"
    case .after(let lifetime): "expired \(lifetime.components.seconds) s after it came"
    }
  }
}
