import Database
import SQL
public import Wire

/// An order that an acknowledgement or a cancellation names.
struct OrderReference: Sendable, Equatable {
  /// Its name.
  let name: String
  /// The source that a rule names, or none, and the topic that stands for one; `nil` means any source.
  var sources: Sources?

  /// The id spaces in which a rule's order may be.
  struct Sources: Sendable, Equatable {
    /// That of the rule; empty if it names none.
    let named: String
    /// The topic, which stands for the source of a command whose id was taken by another topic's.
    let topic: String

    func contains(_ source: String?) -> Bool { named == source ?? "" || topic == source }
  }
}

/// What came of an acknowledgement.
enum Acknowledgement: Sendable, Equatable {
  /// So many alerts of the order end.
  case ended(Int)
  /// All alerts of the order have ended before.
  case over
  /// No alert of that order has come yet; if one does, it is announced once and does not ring.
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
  ///
  /// If none has come yet this is remembered, as long as ids are.
  mutating func acknowledge(_ order: OrderReference, by: String) throws -> Acknowledgement {
    let ended = try database.execute(
      """
      UPDATE commands SET acknowledged = ? WHERE act = 4 AND order_name = ? AND state < 2
        AND is_replay = 0 AND is_once = 0 AND acknowledged IS NULL
        AND (? IS NULL OR source IN (?, ?))
      """, by, order.name, order.sources?.named, order.sources?.named, order.sources?.topic)
    if ended > 0 { return .ended(ended) }
    let known = try database.first(
      """
      SELECT n FROM commands WHERE act = 4 AND order_name = ?
        AND (? IS NULL OR source IN (?, ?)) LIMIT 1
      """, order.name, order.sources?.named, order.sources?.named, order.sources?.topic)
    if known != nil { return .over }
    try remember(order, isCancelled: false, by: by)
    return .unknown
  }

  /// Accepts a known command again, as a new attempt that is announced once.
  mutating func replay(_ id: String, at moment: Moment) throws -> Replay {
    let source: String? = try database.first(
      "SELECT source FROM commands WHERE id = ? AND accepted = 1 ORDER BY n DESC LIMIT 1", id)?[0]
    let event = EventID(column: source ?? "", id: id)
    let history = try history(of: event)
    guard let accepted = history.accepted else { return .unknown }
    guard case .handled = accepted.known.stage else { return .isWaiting }
    guard state.waiting < queueLimit else { return .queueFull(limit: queueLimit) }
    try database.execute(
      """
      INSERT INTO commands (id, source, attempt, state, accepted, settled, order_name, sound_command, act,
        volume, priority, topic, received_at, delivered_at, is_replay, content)
      SELECT id, source, ?, 0, 1, 0, order_name, sound_command, act, volume, priority, topic, ?, ?, 1, content
      FROM commands WHERE n = ?
      """, history.attempts + 1, moment.wall.milliseconds, self.moment.milliseconds, accepted.n)
    state.waiting += 1
    guard let command = try command(database.lastInsertedRow) else { return .unknown }
    var times = Receipt.Times(received: moment.wall)
    times.delivered = self.moment
    var receipt = Receipt(
      .delivered, event: event, order: command.order, attempt: command.attempt, times: times)
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
