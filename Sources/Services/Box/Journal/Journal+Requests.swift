import Database
public import Wire

/// What became of an acknowledgement.
enum Acknowledgement: Sendable, Equatable {
  /// So many alerts of the order end.
  case ended(Int)
  /// They have ended before.
  case over
  /// No alert of that order has ever come.
  case unknown
}

/// What became of the wish to hear a command again.
enum Replay: Sendable {
  /// It waits again.
  case accepted(QueuedCommand)
  /// It has not been handled yet.
  case isWaiting
  /// No command of that id has been accepted.
  case unknown
  /// There is no room.
  case queueFull(limit: Int)
}

/// What a box keeps over restarts besides its commands.
public struct DeviceSettings: Sendable, Equatable {
  /// The box's volume, 0–100 per cent.
  public var volume: Int
  /// Until when it is muted.
  public var mutedUntil: Timestamp?
}

extension Journal {
  /// Notes that somebody has acknowledged an order.
  ///
  /// - Parameters:
  ///   - order: The order.
  ///   - by: Who, in words for the receipt.
  /// - Returns: What came of it.
  /// - Throws: `DatabaseError`; then nothing of it is stored.
  func acknowledge(_ order: String, by: String) throws -> Acknowledgement {
    try transaction { database, _ in try database.acknowledge(order, by: by) }
  }

  /// Accepts a known command once more, as a new attempt that is spoken once.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - moment: Now.
  /// - Returns: What came of it.
  /// - Throws: `DatabaseError`; then nothing of it is stored.
  func replay(_ id: String, at moment: Moment) throws -> Replay {
    try transaction { database, stamp in
      let history = try database.history(of: id)
      guard let accepted = history.accepted else { return .unknown }
      guard case .handled = accepted.known.stage else { return .isWaiting }
      guard stamp.waiting < queueLimit else { return .queueFull(limit: queueLimit) }
      try database.execute(
        """
        INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
          volume, priority, topic, received_at, delivered_at, is_replay)
        SELECT id, ?, 0, 1, 0, order_name, sound_command, act, volume, priority, topic, ?, ?, 1
        FROM commands WHERE n = ?
        """, history.attempts + 1, moment.wall.milliseconds, stamp.moment.milliseconds, accepted.n)
      stamp.waiting += 1
      guard let command = try database.command(database.lastInsertedRow),
        let item = command.waiting(at: moment)
      else { return .unknown }
      var times = Receipt.Times(received: moment.wall)
      times.delivered = stamp.moment
      var receipt = Receipt(
        .delivered, id: id, order: command.order, attempt: command.attempt, times: times)
      receipt.isReplayed = true
      try database.add(receipt, about: command.n, stamp)
      return .accepted(item)
    }
  }

  /// Lets receipts go out again.
  ///
  /// - Parameter seq: All after this number.
  /// - Returns: How many.
  /// - Throws: `DatabaseError`.
  func republish(after seq: Int64) throws -> Int {
    let count = try transaction { database, _ in
      try database.execute("UPDATE receipts SET published = 0 WHERE seq > ?", seq)
    }
    forgetPublished(after: seq)
    return count
  }

  /// What is kept over restarts.
  ///
  /// - Returns: Volume and mute.
  /// - Throws: `DatabaseError`.
  public func kept() throws -> DeviceSettings {
    try transaction { database, _ in
      let row = try database.query("SELECT volume, muted_until FROM box")[0]
      let mutedUntil: Int64? = row[1]
      return DeviceSettings(
        volume: row[0], mutedUntil: mutedUntil.map { Timestamp(milliseconds: $0) })
    }
  }

  /// Keeps volume and mute.
  ///
  /// - Parameter kept: What to keep.
  /// - Throws: `DatabaseError`.
  func keep(_ kept: DeviceSettings) throws {
    try transaction { database, _ in
      try database.execute(
        "UPDATE box SET volume = ?, muted_until = ?", kept.volume, kept.mutedUntil?.milliseconds)
      return
    }
  }

  /// When the last order came, and when the last one was spoken to its end.
  ///
  /// - Returns: The moments, as far as the journal goes back.
  /// - Throws: `DatabaseError`.
  func lastMoments() throws -> (order: Timestamp?, played: Timestamp?) {
    try transaction { database, _ in
      let order: Int64? = try database.first(
        "SELECT received_at FROM commands ORDER BY n DESC LIMIT 1")?[0]
      // By the order of the receipts: the wall clock may have been set back.
      let played: Int64? = try database.first(
        """
        SELECT finished_at FROM receipts JOIN commands ON n = command
        WHERE kind = 'handled' AND finished_at IS NOT NULL ORDER BY seq DESC LIMIT 1
        """)?[0]
      return (
        order.map { Timestamp(milliseconds: $0) }, played.map { Timestamp(milliseconds: $0) }
      )
    }
  }
}

extension Database {
  /// Notes that somebody has acknowledged an order; what is spoken of it now ends soon.
  mutating func acknowledge(_ order: String, by: String) throws -> Acknowledgement {
    let ended = try execute(
      """
      UPDATE commands SET acknowledged = ?
      WHERE act = 4 AND order_name = ? AND state < 2 AND is_replay = 0 AND acknowledged IS NULL
      """, by, order)
    if ended > 0 { return .ended(ended) }
    let known = try first("SELECT n FROM commands WHERE act = 4 AND order_name = ? LIMIT 1", order)
    return known == nil ? .unknown : .over
  }
}
