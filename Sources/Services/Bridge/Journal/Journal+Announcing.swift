import Database
import Voice
import Wire

/// What has been dealt with, and what is to be spoken now.
struct Turn: Sendable {
  /// The commands that were settled without a sound.
  var settled: [Finished] = []
  /// The command to speak; `nil` if there is none, or none can be spoken.
  var next: (command: StoredCommand, script: Script)?
}

/// What is done with the command whose turn it is.
enum Plan: Sendable {
  /// It is spoken.
  case speak(Script)
  /// It cannot be spoken, or need not.
  case settle(Outcome, reason: String?)
  /// Nothing can be spoken now: it and all behind it wait.
  case hold
}

extension Journal {
  /// Writes down what became of the last command and that the next one starts, in one transaction.
  ///
  /// - Parameters:
  ///   - finished: The last command, if there was one.
  ///   - plan: Decides about the next command in the order of arrival, and, if that is settled at
  ///     once, about the one behind it.
  /// - Returns: What became of the queue.
  /// - Throws: `DatabaseError`; then nothing of it is stored.
  func turn(
    finishing finished: Finished?, _ plan: (StoredCommand, Timestamp) -> Plan
  ) throws -> Turn {
    try transaction { database, stamp in
      var turn = Turn()
      if let finished { try database.finish(finished, stamp) }
      while var next = try database.command() {
        switch plan(next, stamp.moment) {
        case .hold: return turn
        case .settle(let outcome, let reason):
          let settled = Finished(next, outcome, reason: reason)
          try database.finish(settled, stamp)
          turn.settled.append(settled)
        case .speak(let script):
          next.starts += 1
          next.startedAt = stamp.moment
          try database.execute(
            "UPDATE commands SET state = 1, starts = ?, started_at = ? WHERE n = ?",
            next.starts, stamp.moment.milliseconds, next.n)
          turn.next = (next, script)
          return turn
        }
      }
      return turn
    }
  }

  /// Puts a command that was cut back to its place in the queue.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - failed: Whether the device cut it, and not somebody who stopped the box.
  /// - Throws: `DatabaseError`.
  func release(_ command: StoredCommand, failed: Bool) throws {
    try transaction { database, _ in
      try database.execute(
        "UPDATE commands SET state = 0, failures = failures + ? WHERE n = ? AND state = 1",
        failed ? 1 : 0, command.n)
      return
    }
  }
}

extension Database {
  /// One command of the queue.
  ///
  /// - Parameter n: Its place in the order of arrival; `nil` for the first that is not handled.
  /// - Returns: The command, if there is one.
  /// - Throws: `DatabaseError`.
  mutating func command(_ n: Int64? = nil) throws -> StoredCommand? {
    try first(
      """
      SELECT n, id, order_name, attempt, sound_command, volume, expires_at, received_at,
        delivered_at, started_at, starts, crashes, failures
      FROM commands
      WHERE n = coalesce(?, (SELECT n FROM commands WHERE state < 2 ORDER BY n LIMIT 1))
      """, n
    ).map { StoredCommand($0) }
  }

  /// Marks a command as handled and puts the receipt into the outbox.
  ///
  /// A command that another channel settled while it was spoken here keeps its first outcome.
  mutating func finish(_ finished: Finished, _ stamp: Stamp) throws {
    let command = finished.command
    let changed = try execute(
      "UPDATE commands SET state = 2, settled = ? WHERE n = ? AND state < 2",
      finished.outcome.settlesID, command.n)
    guard changed == 1 else { return }
    var times = Receipt.Times(received: command.receivedAt)
    times.delivered = command.deliveredAt
    times.started = command.startedAt
    times.finished = finished.finishedAt
    var receipt = Receipt(
      .handled, id: command.id, order: command.order, attempt: command.attempt, times: times)
    receipt.outcome = finished.outcome
    receipt.reason = finished.reason
    receipt.rounds = finished.spoken == nil ? 0 : 1
    receipt.spoken = finished.spoken
    receipt.isReplayed = command.starts > 1
    receipt.hasHandled = finished.outcome.settlesID
    try add(receipt, about: command.n, stamp)
  }
}
