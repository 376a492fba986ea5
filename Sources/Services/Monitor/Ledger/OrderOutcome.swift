import Wire

/// What has become of an order so far.
enum OrderOutcome: Sendable, Hashable {
  /// Nothing is known of its end.
  case waiting
  /// An outcome, by its name.
  case ended(String)

  /// All of them.
  static let all = [OrderOutcome.waiting] + Outcome.names.sorted().map { .ended($0) }

  /// As addresses call it.
  var name: String {
    switch self {
    case .waiting: "waiting"
    case .ended(let name): name
    }
  }
}
