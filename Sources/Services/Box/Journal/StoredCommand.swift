import Database
import SQL
import Wire

/// A command of the journal.
struct StoredCommand: Sendable {
  /// Its number in the journal, in the order of arrival.
  let n: Int64
  let event: EventID
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
  /// How long after its arrival it expires; if set, ``expiresAt`` does not count.
  let lifetime: Duration?
  /// How many rounds have been spoken to their end.
  let rounds: Int
  /// When the last of them ended.
  let finishedAt: Timestamp?
  /// Who has acknowledged it.
  let acknowledgedBy: String?
  /// Whether it is a replay, announced again by request.
  let isReplay: Bool
  /// Whether it waits to be announced.
  let isWaiting: Bool

  /// Whether it was accepted from a message, so that consumers get it: a summary is made here, and a
  /// rejected message is no command.
  let isForConsumers: Bool

  /// What its receipts say besides.
  let note: String?
  /// Whether it is announced once although it is an alert: it was acknowledged before it came.
  let isOnce: Bool

  var id: String { event.id }

  /// Reads the commands with these numbers, in the order of arrival.
  static func read(
    _ numbers: ClosedRange<Int64>, from database: inout Database
  ) throws -> [StoredCommand] {
    try database.query(
      """
      SELECT n, id, order_name, attempt, sound_command, volume, expires_at, received_at,
        delivered_at, started_at, starts, crashes, failures, act, priority, lifetime, rounds,
        finished_at, acknowledged, is_replay, state, accepted = 1 AND topic <> '', source, note, is_once
      FROM commands WHERE n BETWEEN ? AND ? ORDER BY n
      """, numbers.lowerBound, numbers.upperBound
    ).map { StoredCommand($0) }
  }

  private init(_ row: Row) {
    n = row[0]
    event = EventID(column: row[22], id: row[1])
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
    isWaiting = row[20] == JournalSchema.State.waiting.rawValue
    isForConsumers = row[21]
    note = row[23]
    isOnce = row[24]
  }

  private static func moment(_ milliseconds: Int64?) -> Timestamp? {
    milliseconds.map { Timestamp(milliseconds: $0) }
  }

  /// The command as the queue knows it.
  ///
  /// - Parameter moment: Now; tells how long the command has waited while the box was off.
  /// - Returns: The command; `nil` if its sound command cannot be read, which no box has stored.
  func queued(at moment: Moment) -> QueuedCommand? {
    // A clock that has been set meanwhile says nothing about how long it was.
    let isComparable = moment.isPlausible && receivedAt >= Moment.earliest
    let age = isComparable ? max(.zero, moment.wall - receivedAt) : .zero
    return queued(since: moment.uptime - age)
  }

  /// The command as the queue knows it.
  ///
  /// - Parameter since: When it came, by the computer's own clock.
  /// - Returns: The command; `nil` if its sound command cannot be read, which no box has stored.
  func queued(since: Duration) -> QueuedCommand? {
    guard let command = try? SoundCommand(soundCommand) else { return nil }
    var item = QueuedCommand(.journal(n), order: order, command: command, since: since)
    item.volume = volume
    item.priority = priority
    item.isRepeated = act == 4 && !isReplay && !isOnce
    item.source = event.source
    item.expiry = lifetime.map { .after($0) } ?? expiresAt.map { .at($0) }
    item.isReplay = isReplay
    if isReplay { item.expiry = nil }
    item.rounds = rounds
    item.crashes = crashes
    item.failures = failures
    item.acknowledgedBy = acknowledgedBy
    return item
  }

  /// The `handled` receipt that says what became of it.
  func receipt(_ resolution: Resolution) -> Receipt {
    var times = Receipt.Times(received: receivedAt)
    times.delivered = deliveredAt
    times.started = startedAt
    times.finished = resolution.finishedAt ?? finishedAt
    var receipt = Receipt(.handled, event: event, order: order, attempt: attempt, times: times)
    receipt.outcome = resolution.outcome
    let reasons = [resolution.reason ?? (isReplay ? "replay by request" : nil), note]
    receipt.reason =
      reasons.contains { $0 != nil }
      ? reasons.compactMap(\.self).joined(separator: "; ") : nil
    receipt.rounds = resolution.rounds
    receipt.spoken = resolution.spoken
    let starts = starts - (resolution.isMidRound ? 1 : 0)
    receipt.isReplayed = isReplay || starts > resolution.rounds
    receipt.hasHandled = resolution.outcome.settlesID
    return receipt
  }
}

extension EventID {
  /// Reads an event from columns, in which an empty source stands for none.
  init(column source: String, id: String) {
    self.init(source: source.isEmpty ? nil : source, id: id)
  }

  /// The source as a column holds it.
  var sourceColumn: String { source ?? "" }
}
