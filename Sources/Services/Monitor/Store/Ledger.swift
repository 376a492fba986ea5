import Wire

/// Where the monitor keeps what it has learnt.
///
/// All calls block for as long as the database takes, and can be made from any thread.
protocol Ledger: Sendable {
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

  /// Attempts that ended badly between two moments, the newest first.
  func failures(since: Timestamp, limit: Int) throws -> [Attempt]

  /// Attempts that ended badly since a moment, counted by outcome and reason.
  func failureGroups(since: Timestamp) throws -> [FailureGroup]

  /// Attempts that began between two moments and are not handled, the oldest first.
  func unanswered(since: Timestamp, before: Timestamp, limit: Int) throws -> [Attempt]

  /// How many there are of them.
  func unansweredCount(since: Timestamp, before: Timestamp) throws -> Int

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

  /// Attempts that began between two moments and are not handled, counted by box.
  func unansweredBoxes(since: Timestamp, before: Timestamp) throws -> [UnansweredBox]

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

/// The store was lost, and is not back yet.
struct StoreAway: Error, CustomStringConvertible {
  let reason: String
  var description: String { "the store is away: \(reason)" }
}

/// One command on one box.
struct CommandKey: Sendable, Hashable {
  let box: BoxName
  let id: String
}

/// Attempts that ended in one way for one reason.
struct FailureGroup: Sendable, Equatable {
  let outcome: Outcome
  let reason: String
  let count: Int
  let last: Timestamp
}

/// One receipt, as the log keeps it.
struct LoggedReceipt: Sendable, Equatable {
  let n: Int64
  let receivedAt: Timestamp
  let box: BoxName
  let id: String
  let attempt: Int
  let kind: String
  let seq: Int64
  let session: Int64
  let writtenAt: Timestamp
  let outcome: String?
  let code: Int?
  let mark: String
  let isDuplicate: Bool
}

/// A change of a box's state.
struct StateChange: Sendable, Equatable {
  let at: Timestamp
  let state: BoxState
  let session: Int64
}

/// How a box did at one moment.
struct HealthPoint: Sendable, Equatable {
  let at: Timestamp
  let queue: Int
  let ringing: Int
  let volume: Int
  let audio: String
  let xruns: Int
  let reconnects: Int
  let memory: Int64
  let unpublished: Int
  let clockIsSynced: Bool
}

/// What an operator did.
struct Action: Sendable, Equatable {
  var n: Int64 = 0
  let at: Timestamp
  /// Who, by the name under which access was granted.
  let who: String
  /// From where: an address, or `terminal`.
  let origin: String
  let store: String
  /// Empty for all boxes of the store.
  let box: String
  let verb: String
  let body: String
  var result: String?
  var answeredAt: Timestamp?
}

/// Something that somebody should look after.
struct Alarm: Sendable, Equatable {
  var n: Int64 = 0
  /// The rule's name.
  let name: String
  /// What it is about, such as a box or an order.
  let subject: String
  let raisedAt: Timestamp
  var clearedAt: Timestamp?
  let text: String
  var severity = ""
  /// Whether anybody was to be told of it.
  var isTold = true
}

/// What is still to be told of an alarm on one channel.
struct LoggedNotice: Sendable, Equatable {
  let n: Int64
  let event: AlarmNotice.Event
  let alarm: Alarm
}

/// Orders that a box has not answered.
struct UnansweredBox: Sendable, Equatable {
  let box: BoxName
  let count: Int
  let oldest: Timestamp
}

/// Orders of a box that ended in one way for one reason.
struct FailedBox: Sendable, Equatable {
  let box: BoxName
  let code: Int
  let reason: String
  let count: Int
}

/// A message that could not be read, as it is kept.
struct UnreadableMessage: Sendable, Equatable {
  let at: Timestamp
  let topic: String
  let reason: String
  let payload: [UInt8]
}
