import Database
import Wire

/// What became of the wish to make a summary.
enum Joining: Sendable {
  case summary(QueuedCommand)
  case incomplete([QueuedCommand])
}

extension Journal {
  /// All commands that wait, in the order of their arrival.
  ///
  /// - Parameter moment: Now.
  /// - Returns: The commands.
  /// - Throws: `DatabaseError`.
  func waiting(at moment: Moment) throws -> [QueuedCommand] {
    try transaction { database, _ in
      var last: Duration?
      return try database.query("SELECT n FROM commands WHERE state < 2 ORDER BY n").compactMap {
        guard var item = try database.command($0[0])?.waiting(at: moment) else { return nil }
        // The wall clock may have been set back between them: their order stays.
        item.since = max(item.since, last ?? item.since)
        last = item.since
        return item
      }
    }
  }

  /// Writes changes down, all in one transaction.
  ///
  /// - Parameter changes: What has changed, in order.
  /// - Returns: What came of it.
  /// - Throws: `DatabaseError`; then nothing of it is stored.
  func write(_ changes: [Change]) throws -> Written {
    try transaction { database, stamp in
      var written = Written()
      for change in changes {
        switch change {
        case .finish(let finished): written.handled += try database.finish(finished, stamp)
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
        case .start(let n): written.hasStarted = try database.start(n, stamp)
        }
      }
      return written
    }
  }

  /// Makes a summary of commands that wait; they are dealt with when it is.
  ///
  /// - Parameters:
  ///   - members: The commands.
  ///   - command: What says them all.
  ///   - moment: Now.
  /// - Returns: The summary, which waits in their place; or, if one of them has been dealt with
  ///   meanwhile, so that the sum would be wrong, those that still wait.
  /// - Throws: `DatabaseError`; then nothing of it is stored.
  func join(
    _ members: [QueuedCommand], into command: SoundCommand, at moment: Moment
  ) throws -> Joining {
    try transaction { database, stamp in
      let waiting = try members.filter { member in
        let state: Int? = try database.first("SELECT state FROM commands WHERE n = ?", member.n)?[0]
        return state == Schema.State.waiting.rawValue
      }
      guard waiting.count == members.count else { return .incomplete(waiting) }
      let summary = VoiceCommand(id: try database.eventID(stamp), soundCommand: command)
      let n = try database.accept(
        summary, lifetime: nil, attempt: 1, topic: "", receivedAt: moment.wall, stamp)
      for member in members {
        try database.execute("UPDATE commands SET state = 3, summary = ? WHERE n = ?", n, member.n)
        stamp.waiting -= 1
      }
      let oldest = members.map(\.since).min() ?? moment.uptime
      return .summary(QueuedCommand(n: n, order: summary.order, command: command, since: oldest))
    }
  }
}

extension Database {
  /// One command.
  ///
  /// - Parameter n: Its place in the order of arrival.
  /// - Returns: The command, if there is one.
  /// - Throws: `DatabaseError`.
  mutating func command(_ n: Int64) throws -> StoredCommand? {
    try first(
      """
      SELECT n, id, order_name, attempt, sound_command, volume, expires_at, received_at,
        delivered_at, started_at, starts, crashes, failures, act, priority, lifetime, rounds,
        finished_at, acknowledged, is_replay
      FROM commands WHERE n = ?
      """, n
    ).map { StoredCommand($0) }
  }

  fileprivate mutating func start(_ n: Int64, _ stamp: Stamp) throws -> Bool {
    let changed = try execute(
      "UPDATE commands SET state = 1, starts = starts + 1, started_at = ? WHERE n = ? AND state = 0",
      stamp.moment.milliseconds, n)
    return changed == 1
  }

  /// Marks a command as handled, puts the receipt into the outbox, and does the same for the commands
  /// that a summary has said.
  ///
  /// A command that another channel settled meanwhile keeps its first outcome.
  mutating func finish(_ finished: Finished, _ stamp: Stamp) throws -> [Handled] {
    guard let command = try command(finished.n) else { return [] }
    let changed = try execute(
      "UPDATE commands SET state = 2, settled = ?, finished_at = ? WHERE n = ? AND state <> 2",
      finished.outcome.settlesID,
      (finished.finishedAt ?? command.finishedAt)?.milliseconds, command.n)
    guard changed == 1 else { return [] }
    stamp.waiting -= 1
    var receipt = receipt(for: finished, of: command)
    if command.isReplay, try history(of: command.id).settled != nil { receipt.hasHandled = true }
    try add(receipt, about: command.n, stamp)
    let wasHeardTwice = receipt.isReplayed
    var handled = [
      Handled(
        id: command.id, attempt: command.attempt, outcome: finished.outcome, reason: receipt.reason)
    ]
    for row in try query("SELECT n FROM commands WHERE summary = ? ORDER BY n", command.n) {
      guard let member = try self.command(row[0]) else { continue }
      receipt.id = member.id
      receipt.order = member.order
      receipt.attempt = member.attempt
      receipt.times.received = member.receivedAt
      receipt.times.delivered = member.deliveredAt
      receipt.outcome = finished.outcome == .played ? .summarized : finished.outcome
      receipt.reason =
        "summary \(command.id)" + (finished.reason.map { ": \($0)" } ?? "")
      receipt.isReplayed = wasHeardTwice || member.starts > 0 || member.isReplay
      try execute(
        "UPDATE commands SET state = 2, settled = ? WHERE n = ?",
        receipt.outcome?.settlesID ?? false, member.n)
      try add(receipt, about: member.n, stamp)
      handled.append(
        Handled(
          id: member.id, attempt: member.attempt, outcome: receipt.outcome ?? finished.outcome,
          reason: receipt.reason))
    }
    return handled
  }

  private func receipt(for finished: Finished, of command: StoredCommand) -> Receipt {
    var times = Receipt.Times(received: command.receivedAt)
    times.delivered = command.deliveredAt
    times.started = command.startedAt
    times.finished = finished.finishedAt ?? command.finishedAt
    var receipt = Receipt(
      .handled, id: command.id, order: command.order, attempt: command.attempt, times: times)
    receipt.outcome = finished.outcome
    receipt.reason = finished.reason ?? (command.isReplay ? "replay by request" : nil)
    receipt.rounds = finished.rounds
    receipt.spoken = finished.spoken
    let starts = command.starts - (finished.isInside ? 1 : 0)
    receipt.isReplayed = command.isReplay || starts > finished.rounds
    receipt.hasHandled = finished.outcome.settlesID
    return receipt
  }
}
