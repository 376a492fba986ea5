/// What became of a message when it was stored.
struct IntakeResult: Sendable, Equatable {
  /// The command's id, or the order that is acknowledged.
  let id: String
  var attempt = 1
  let decision: DuplicateDecision
  /// Why it was refused, or who acknowledges, in words for operations.
  var reason: String?
  /// What the queue is to be told.
  var event: QueueEvent?
}
