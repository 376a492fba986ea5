import Fleet
import Wire

/// What one batch of reports changes, to be written in one transaction.
struct FleetChanges {
  /// One receipt, as the log keeps it.
  struct Logged {
    let box: BoxName
    let issued: IssuedReceipt
    let mark: Attempt.Mark
  }

  /// The attempts as they are now.
  var attempts: [Attempt.Key: Attempt] = [:]
  /// All receipts, in the order in which they came.
  var log: [Logged] = []
  /// The boxes as they are now.
  var boxes: [BoxName: BoxRecord] = [:]
  /// Those of them that said something new about themselves.
  var described: Set<BoxName> = []
  /// Boxes whose state has changed, in order.
  var states: [(box: BoxName, state: BoxState, session: Int64)] = []
  /// Boxes that told how they do, in order.
  var healths: [(box: BoxName, health: Health)] = []
  /// What could not be read.
  var unreadable: [Report.Unreadable] = []
}
