import Database
import SQL
import Wire

/// One change of a command on its way to be heard.
enum JournalChange: Sendable {
  /// It is about to be spoken.
  case start(Int64)
  /// A round of it has been spoken; it waits for the next one.
  case finishRound(Int64, rounds: Int, at: Timestamp)
  /// It was cut, by the device if `failed`, and waits again.
  case release(Int64, failed: Bool)
  /// It is settled.
  case settle(Int64, Resolution)
}

/// What came of changes that were written.
struct JournalChanges: Sendable {
  /// The receipts of the commands that were settled, those of a summary's members among them.
  var handled: [Receipt] = []
  /// Whether the command starts: it does not if it has been settled meanwhile.
  var hasStarted = false
}

/// What came of the attempt to make a summary.
enum SummaryResult: Sendable {
  case summary(QueuedCommand)
  /// Some members have been settled meanwhile, so that the sum would be wrong; these still wait.
  case incomplete([QueuedCommand])
}

/// What becomes of the commands that wait.
extension JournalTransaction {
  /// All commands that wait, in the order of their arrival; the consumer has had all others.
  mutating func queuedCommands(
    at moment: Moment, for consumer: JournalConsumer
  ) throws -> [QueuedCommand] {
    state.cursors[consumer] =
      try database.first("SELECT coalesce(max(n), 0) FROM commands")?[0] ?? 0
    var last: Duration?
    var commands: [QueuedCommand] = []
    for row in try database.query("SELECT n FROM commands WHERE state < 2 ORDER BY n") {
      guard var command = try command(row[0])?.queued(at: moment) else { continue }
      // The wall clock may have been set back between them: their order stays.
      command.since = max(command.since, last ?? command.since)
      last = command.since
      commands.append(command)
    }
    return commands
  }

  mutating func write(_ changes: [JournalChange]) throws -> JournalChanges {
    var written = JournalChanges()
    for change in changes {
      switch change {
      case .start(let n): written.hasStarted = try start(n)
      case .finishRound(let n, let rounds, let moment):
        try database.execute(
          """
          UPDATE commands SET state = 0, rounds = ?, crashes = 0, failures = 0, finished_at = ?
          WHERE n = ? AND state = 1
          """, rounds, moment.milliseconds, n)
      case .release(let n, let failed):
        try database.execute(
          "UPDATE commands SET state = 0, failures = failures + ? WHERE n = ? AND state = 1",
          failed ? 1 : 0, n)
      case .settle(let n, let resolution): written.handled += try settle(n, resolution)
      }
    }
    return written
  }

  private mutating func start(_ n: Int64) throws -> Bool {
    let changed = try database.execute(
      "UPDATE commands SET state = 1, starts = starts + 1, started_at = ? WHERE n = ? AND state = 0",
      moment.milliseconds, n)
    return changed == 1
  }

  /// Stores a summary in the place of the commands that it says.
  mutating func summarize(
    _ members: [QueuedCommand], as soundCommand: SoundCommand, at moment: Moment
  ) throws -> SummaryResult {
    var waitingMembers: [QueuedCommand] = []
    for member in members {
      let state: Int? = try database.first(
        "SELECT state FROM commands WHERE n = ?", member.id.number)?[0]
      if state == JournalSchema.State.waiting.rawValue { waitingMembers.append(member) }
    }
    guard waitingMembers.count == members.count else { return .incomplete(waitingMembers) }
    let summary = VoiceCommand(id: try newID(), soundCommand: soundCommand)
    let n = try accept(
      Acceptance(summary, attempt: 1, topic: "", receivedAt: moment.wall))
    for member in members {
      try database.execute(
        "UPDATE commands SET state = 3, summary = ? WHERE n = ?", n, member.id.number)
      state.waiting -= 1
    }
    let oldest = members.map(\.since).min() ?? moment.uptime
    return .summary(
      QueuedCommand(.journal(n), order: summary.order, command: soundCommand, since: oldest))
  }

  /// Settles a command and, if it is a summary, its members, each with its `handled` receipt.
  ///
  /// A command that another channel settled meanwhile keeps its first outcome.
  ///
  /// - Parameters:
  ///   - n: The command's number.
  ///   - resolution: What became of it.
  /// - Returns: The receipts; none if it was settled before.
  /// - Throws: `DatabaseError`.
  mutating func settle(_ n: Int64, _ resolution: Resolution) throws -> [Receipt] {
    guard let command = try command(n) else { return [] }
    let changed = try database.execute(
      "UPDATE commands SET state = 2, settled = ?, finished_at = ? WHERE n = ? AND state <> 2",
      resolution.outcome.settlesID,
      (resolution.finishedAt ?? command.finishedAt)?.milliseconds, n)
    guard changed == 1 else { return [] }
    state.waiting -= 1
    var receipt = command.receipt(resolution)
    if command.isReplay, try history(of: command.event).settled != nil { receipt.hasHandled = true }
    try issue(receipt, about: n)
    return [receipt] + (try settleMembers(of: command, resolution, receipt))
  }

  private mutating func settleMembers(
    of summary: StoredCommand, _ resolution: Resolution, _ summaryReceipt: Receipt
  ) throws -> [Receipt] {
    var receipts: [Receipt] = []
    for row in try database.query(
      "SELECT n FROM commands WHERE summary = ? ORDER BY n", summary.n)
    {
      guard let member = try command(row[0]) else { continue }
      var receipt = summaryReceipt
      (receipt.id, receipt.source) = (member.event.id, member.event.source)
      receipt.order = member.order
      receipt.attempt = member.attempt
      receipt.times.received = member.receivedAt
      receipt.times.delivered = member.deliveredAt
      let outcome = resolution.outcome == .played ? Outcome.summarized : resolution.outcome
      receipt.outcome = outcome
      receipt.reason =
        "summary \(summary.id)" + (resolution.reason.map { ": \($0)" } ?? "")
        + (member.note.map { "; \($0)" } ?? "")
      receipt.isReplayed = summaryReceipt.isReplayed || member.starts > 0 || member.isReplay
      try database.execute(
        "UPDATE commands SET state = 2, settled = ? WHERE n = ?", outcome.settlesID, member.n)
      try issue(receipt, about: member.n)
      receipts.append(receipt)
    }
    return receipts
  }
}
