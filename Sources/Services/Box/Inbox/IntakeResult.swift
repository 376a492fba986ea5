import Wire

/// What became of a message when it was stored.
struct IntakeResult: Sendable, Equatable {
  /// What was done with a message.
  enum Action: Sendable, Equatable {
    /// It was a command, new or a copy.
    case command(DuplicateDecision)
    /// It was not taken.
    case reject
    /// It was no command: it ends the alerts of an order.
    case acknowledge
  }

  /// The command's id, or the order that is acknowledged.
  let id: String
  var attempt = 1
  let action: Action
  /// Why it was refused, or who acknowledges, in words for operations.
  var reason: String?
  /// What the queue is to be told.
  var event: QueueEvent?
}
