import Database
import Wire

/// A command of the journal.
struct StoredCommand: Sendable {
  /// Its place in the order of arrival.
  let n: Int64
  let id: String
  let order: String
  let attempt: Int
  let soundCommand: String
  let volume: Int?
  let expiresAt: Timestamp?
  let receivedAt: Timestamp
  let deliveredAt: Timestamp?
  let startedAt: Timestamp?
  /// How often its first sample may have been heard.
  let starts: Int
  /// How often the box ended in the middle of it.
  let crashes: Int
  /// How often the device failed in the middle of it.
  let failures: Int
  let act: Int
  let priority: Priority
  /// How long it is worth saying, counted from its arrival; ``expiresAt`` does not count then.
  let lifetime: Duration?
  /// How many rounds have been spoken to their end.
  let rounds: Int
  /// When the last of them ended.
  let finishedAt: Timestamp?
  /// Who has acknowledged it.
  let acknowledgedBy: String?
  /// Whether it is said again because somebody asked for it.
  let isReplay: Bool

  /// Reads a row of ``Database/command(_:)``'s columns.
  init(_ row: Row) {
    n = row[0]
    id = row[1]
    order = row[2]
    attempt = row[3]
    soundCommand = row[4]
    volume = row[5]
    expiresAt = Self.moment(row[6])
    receivedAt = Timestamp(milliseconds: row[7])
    deliveredAt = Self.moment(row[8])
    startedAt = Self.moment(row[9])
    starts = row[10]
    crashes = row[11]
    failures = row[12]
    act = row[13]
    let priority: String = row[14]
    self.priority = Priority(rawValue: priority) ?? .normal
    let lifetime: Int64? = row[15]
    self.lifetime = lifetime.map { .milliseconds($0) }
    rounds = row[16]
    finishedAt = Self.moment(row[17])
    acknowledgedBy = row[18]
    isReplay = row[19]
  }

  private static func moment(_ milliseconds: Int64?) -> Timestamp? {
    milliseconds.map { Timestamp(milliseconds: $0) }
  }

  /// The command as the queue knows it.
  ///
  /// - Parameter moment: Now; tells how long the command has waited while the box was not there.
  /// - Returns: What waits; `nil` if its sound command cannot be read, which no box has stored.
  func waiting(at moment: Moment) -> QueuedCommand? {
    guard let command = try? SoundCommand(soundCommand) else { return nil }
    // A clock that has been set meanwhile says nothing about how long it was.
    let isComparable = moment.isPlausible && receivedAt >= Moment.earliest
    let age = isComparable ? max(.zero, moment.wall - receivedAt) : .zero
    var item = QueuedCommand(n: n, order: order, command: command, since: moment.uptime - age)
    item.volume = volume
    item.priority = priority
    item.isRepeated = act == 4 && !isReplay
    item.expiry = lifetime.map { .after($0) } ?? expiresAt.map { .at($0) }
    item.isReplay = isReplay
    if isReplay { item.expiry = nil }
    item.rounds = rounds
    item.crashes = crashes
    item.failures = failures
    item.acknowledgedBy = acknowledgedBy
    return item
  }
}
