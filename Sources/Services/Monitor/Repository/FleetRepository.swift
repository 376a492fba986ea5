import Fleet
import Wire

/// What the monitor has stored about the fleet.
///
/// All calls block for as long as the database takes, and can be made from any thread.
protocol FleetRepository: Sendable {
  /// Reconnects to a database whose connection was lost; until then all other calls throw at once.
  ///
  /// - Throws: Why it is still unavailable.
  func recover() throws

  /// All known boxes.
  func boxes() throws -> [BoxRecord]

  /// Finds attempts, changes them and stores the changes, in one transaction.
  ///
  /// - Parameters:
  ///   - keys: The attempts to find.
  ///   - commands: The commands whose newest attempts to find.
  ///   - moment: Now.
  ///   - change: Makes the changes from what was found.
  /// - Returns: The changes.
  /// - Throws: Why the changes were not stored.
  func write(
    finding keys: Set<Attempt.Key>, newestOf commands: Set<CommandKey>, at moment: Timestamp,
    _ change: ([Attempt.Key: Attempt], [CommandKey: Attempt]) throws -> FleetChanges
  ) throws -> FleetChanges

  /// Attempts whose id or order is a text, the newest first.
  func attempts(called name: String, limit: Int) throws -> [Attempt]

  /// Attempts that began before a moment, the newest first; of one box, or of all.
  func attempts(of box: BoxName?, before: Timestamp, limit: Int) throws -> [Attempt]

  /// Those of them with one outcome, by its name, or that wait for one.
  func attempts(
    of box: BoxName?, being outcome: OrderOutcome, before: Timestamp, limit: Int
  ) throws -> [Attempt]

  /// Failed attempts since a moment, the newest first.
  func failures(since: Timestamp, limit: Int) throws -> [Attempt]

  /// Failed attempts since a moment, counted by outcome and reason.
  func failureGroups(since: Timestamp) throws -> [FailureGroup]

  /// Attempts that are unanswered, the oldest first.
  func unanswered(_ silence: UnansweredCriteria, limit: Int) throws -> [Attempt]

  /// How many there are of them; 10,000 if there are more.
  func unansweredCount(_ silence: UnansweredCriteria) throws -> Int

  /// Outcomes of a box's attempts since a moment, counted.
  func outcomes(of box: BoxName, since: Timestamp) throws -> [OutcomeCount]

  /// All receipts of a command, in their order of arrival.
  func receipts(of event: EventID, limit: Int) throws -> [LoggedReceipt]

  /// Receipts after a number, in their order of arrival.
  func receipts(after n: Int64, limit: Int) throws -> [LoggedReceipt]

  /// The changes of a box's state since a moment, and the last one before it.
  func states(of box: BoxName, since: Timestamp) throws -> [StateChange]

  /// A box's health reports since a moment.
  func healths(of box: BoxName, since: Timestamp) throws -> [HealthPoint]

  /// Stores that an operator begins an action.
  ///
  /// - Returns: The number under which its result is written.
  func begin(_ action: Action) throws -> Int64

  /// Stores its result.
  func end(_ n: Int64, result: String, at moment: Timestamp) throws

  /// Operators' actions, the newest first; on one box, or on all.
  func actions(on box: BoxName?, limit: Int) throws -> [Action]

  /// Stores that an alarm was raised, and its notices; a second call changes nothing.
  func raise(_ alarm: Alarm, notifying channels: [String]) throws

  /// Stores that it is to be sent after all.
  func notify(of alarm: Alarm, on channels: [String]) throws

  /// Stores that it is over, and its notices.
  func clear(_ alarm: Alarm, notifying channels: [String]) throws

  /// The notices still to be sent on a channel, the oldest first.
  func notices(on channel: String, limit: Int) throws -> [LoggedNotice]

  /// Stores that it was sent.
  func confirm(_ notice: Int64) throws

  /// Attempts that are unanswered, counted by box.
  func unansweredBoxes(_ silence: UnansweredCriteria) throws -> [UnansweredBox]

  /// Failed attempts since a moment, counted by box, code and reason.
  func failedBoxes(since: Timestamp) throws -> [FailedBox]

  /// Alarms that are not over, and those that were raised last.
  func alarms(limit: Int) throws -> [Alarm]

  /// Messages that could not be read, the newest first.
  func unreadable(limit: Int) throws -> [UnreadableMessage]

  /// Deletes what is older.
  ///
  /// - Parameters:
  ///   - receipts: Receipts and attempts.
  ///   - health: Health reports.
  /// - Returns: Whether there is more to delete: each call takes a short time.
  /// - Throws: Why nothing was deleted.
  func prune(receiptsBefore receipts: Timestamp, healthBefore health: Timestamp) throws -> Bool
}

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
  var states: [(box: BoxName, state: BoxState, connectionNumber: Int64)] = []
  /// Boxes that told how they do, in order.
  var healths: [(box: BoxName, health: Health)] = []
  /// What could not be read.
  var unreadable: [Report.Unreadable] = []
}

/// One command on one box.
struct CommandKey: Sendable, Hashable {
  let box: BoxName
  let event: EventID
}
