import Wire

/// Where the monitor keeps what it has learnt.
///
/// All calls block for as long as the database takes, and can be made from any thread.
protocol FleetRepository: Sendable {
  /// Brings back a store that was lost: until then all other calls throw at once.
  ///
  /// - Throws: Why it is still away.
  func recover() throws

  /// All boxes that were ever heard of.
  func boxes() throws -> [BoxRecord]

  /// Finds attempts, changes them, and writes all of it down, in one transaction.
  ///
  /// - Parameters:
  ///   - keys: The attempts that are wanted.
  ///   - commands: The commands whose newest attempts are wanted.
  ///   - moment: Now.
  ///   - change: Makes the changes from what was found.
  /// - Returns: The changes.
  /// - Throws: Why it was not written.
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

  /// Attempts that ended badly since a moment, the newest first.
  func failures(since: Timestamp, limit: Int) throws -> [Attempt]

  /// Attempts that ended badly since a moment, counted by outcome and reason.
  func failureGroups(since: Timestamp) throws -> [FailureGroup]

  /// Attempts that are unanswered, the oldest first.
  func unanswered(_ silence: UnansweredCriteria, limit: Int) throws -> [Attempt]

  /// How many there are of them; 10,000 if there are more.
  func unansweredCount(_ silence: UnansweredCriteria) throws -> Int

  /// Outcomes of a box's attempts since a moment, counted.
  func outcomes(of box: BoxName, since: Timestamp) throws -> [String: Int]

  /// All that was said about a command, in the order in which it came.
  func receipts(of id: String, limit: Int) throws -> [LoggedReceipt]

  /// Receipts after a number, in the order in which they came.
  func receipts(after n: Int64, limit: Int) throws -> [LoggedReceipt]

  /// The changes of a box's state since a moment, and the last one before it.
  func states(of box: BoxName, since: Timestamp) throws -> [StateChange]

  /// How a box did since a moment.
  func healths(of box: BoxName, since: Timestamp) throws -> [HealthPoint]

  /// Writes down that an operator does something.
  ///
  /// - Returns: The number under which its result is written.
  func begin(_ action: Action) throws -> Int64

  /// Writes down what came of it.
  func end(_ n: Int64, result: String, at moment: Timestamp) throws

  /// What operators did, the newest first; on one box, or on all.
  func actions(on box: BoxName?, limit: Int) throws -> [Action]

  /// Writes down that an alarm was raised, and who is to be told; a second time changes nothing.
  func raise(_ alarm: Alarm, telling channels: [String]) throws

  /// Writes down that it is told after all.
  func tell(_ alarm: Alarm, to channels: [String]) throws

  /// Writes down that it is over, and who is to be told.
  func clear(_ alarm: Alarm, telling channels: [String]) throws

  /// What is still to be told on a channel, the oldest first.
  func notices(on channel: String, limit: Int) throws -> [LoggedNotice]

  /// Writes down that it was told.
  func confirm(_ notice: Int64) throws

  /// Attempts that are unanswered, counted by box.
  func unansweredBoxes(_ silence: UnansweredCriteria) throws -> [UnansweredBox]

  /// Attempts that ended badly since a moment, counted by box, code and reason.
  func failedBoxes(since: Timestamp) throws -> [FailedBox]

  /// Alarms that are not over, and those that were raised last.
  func alarms(limit: Int) throws -> [Alarm]

  /// Messages that could not be read, the newest first.
  func unreadable(limit: Int) throws -> [UnreadableMessage]

  /// Forgets what is older.
  ///
  /// - Parameters:
  ///   - receipts: Receipts and attempts.
  ///   - health: Health reports.
  /// - Returns: Whether there is more to forget: each call takes a short time.
  /// - Throws: Why the store does not answer.
  func prune(receiptsBefore receipts: Timestamp, healthBefore health: Timestamp) throws -> Bool
}
