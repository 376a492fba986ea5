import Database
import SQL
public import Wire

/// What came of an acknowledgement.
enum Acknowledgement: Sendable, Equatable {
  /// So many alerts of the order end.
  case ended(Int)
  /// All alerts of the order have ended before.
  case over
  /// No alert of that order has ever come.
  case unknown
}

/// What came of a request to announce a command again.
enum Replay: Sendable {
  /// It waits again, under this number in the journal.
  case accepted(Int64)
  /// It has not been handled yet.
  case isWaiting
  /// No command with that id has been accepted.
  case unknown
  /// The queue is full.
  case queueFull(limit: Int)
}

/// The settings that a request changes and that outlast a restart.
public struct DeviceSettings: Sendable, Equatable {
  /// The box's volume, 0–100 per cent.
  public var volume = 100
  /// Until when the box is muted.
  public var mutedUntil: Timestamp?
}

/// What requests ask for.
extension JournalTransaction {
  /// Ends the alerts of an order; `by` says for the receipt who has acknowledged it.
  mutating func acknowledge(_ order: String, by: String) throws -> Acknowledgement {
    let ended = try database.execute(
      """
      UPDATE commands SET acknowledged = ?
      WHERE act = 4 AND order_name = ? AND state < 2 AND is_replay = 0 AND acknowledged IS NULL
      """, by, order)
    if ended > 0 { return .ended(ended) }
    let known = try database.first(
      "SELECT n FROM commands WHERE act = 4 AND order_name = ? LIMIT 1", order)
    return known == nil ? .unknown : .over
  }

  /// Accepts a known command again, as a new attempt that is announced once.
  mutating func replay(_ id: String, at moment: Moment) throws -> Replay {
    let history = try history(of: id)
    guard let accepted = history.accepted else { return .unknown }
    guard case .handled = accepted.known.stage else { return .isWaiting }
    guard state.waiting < queueLimit else { return .queueFull(limit: queueLimit) }
    try database.execute(
      """
      INSERT INTO commands (id, attempt, state, accepted, settled, order_name, sound_command, act,
        volume, priority, topic, received_at, delivered_at, is_replay, content)
      SELECT id, ?, 0, 1, 0, order_name, sound_command, act, volume, priority, topic, ?, ?, 1, content
      FROM commands WHERE n = ?
      """, history.attempts + 1, moment.wall.milliseconds, self.moment.milliseconds, accepted.n)
    state.waiting += 1
    guard let command = try command(database.lastInsertedRow) else { return .unknown }
    var times = Receipt.Times(received: moment.wall)
    times.delivered = self.moment
    var receipt = Receipt(
      .delivered, id: id, order: command.order, attempt: command.attempt, times: times)
    receipt.isReplayed = true
    try issue(receipt, about: command.n)
    return .accepted(command.n)
  }

  mutating func deviceSettings() throws -> DeviceSettings {
    let row = try database.query("SELECT volume, muted_until FROM box")[0]
    let mutedUntil: Int64? = row[1]
    return DeviceSettings(
      volume: row[0], mutedUntil: mutedUntil.map { Timestamp(milliseconds: $0) })
  }

  mutating func save(_ settings: DeviceSettings) throws {
    try database.execute(
      "UPDATE box SET volume = ?, muted_until = ?", settings.volume,
      settings.mutedUntil?.milliseconds)
  }

  /// When the last order came, and when the last one was spoken to its end.
  mutating func lastMoments() throws -> (order: Timestamp?, played: Timestamp?) {
    let order: Int64? = try database.first(
      "SELECT received_at FROM commands ORDER BY n DESC LIMIT 1")?[0]
    // In the order of the receipts: the wall clock may have been set back.
    let played: Int64? = try database.first(
      """
      SELECT finished_at FROM receipts JOIN commands ON n = command
      WHERE kind = 'handled' AND finished_at IS NOT NULL ORDER BY seq DESC LIMIT 1
      """)?[0]
    return (order.map { Timestamp(milliseconds: $0) }, played.map { Timestamp(milliseconds: $0) })
  }
}
