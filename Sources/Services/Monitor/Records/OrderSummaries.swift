import Wire

// Counts of orders, as the page and the alarms want them.

/// The stage of an order.
enum OrderOutcome: Sendable, Hashable {
  /// It has no outcome yet.
  case waiting
  /// An outcome, by its name.
  case ended(String)

  /// All of them.
  static let all = [OrderOutcome.waiting] + Outcome.names.sorted().map { .ended($0) }

  /// Its form in URLs.
  var name: String {
    switch self {
    case .waiting: "waiting"
    case .ended(let name): name
    }
  }
}

/// Attempts that ended in one way for one reason.
struct FailureGroup: Sendable, Equatable {
  let outcome: Outcome
  let reason: String
  let count: Int
  let last: Timestamp
}

/// Orders of a box that ended in one way for one reason.
struct FailedBox: Sendable, Equatable {
  let box: BoxName
  let code: Int
  let reason: String
  let count: Int
  /// When the last of them ended.
  let last: Timestamp
}

/// Orders that a box has not answered.
struct UnansweredBox: Sendable, Equatable {
  let box: BoxName
  let count: Int
  let oldest: Timestamp
}
