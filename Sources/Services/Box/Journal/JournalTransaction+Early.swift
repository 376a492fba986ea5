import Database
import Messaging
import SQL
import Wire

/// A message that came before the order it is about.
enum EarlyMessage: Sendable, Equatable {
  /// An acknowledgement; by whom, in words.
  case acknowledged(by: String)
  /// A cancellation; by whom, in words.
  case cancelled(by: String)
}

/// What comes before its order, and what comes twice without an id.
extension JournalTransaction {
  /// Stores what is meant for an order that has not come.
  mutating func remember(_ order: OrderReference, isCancelled: Bool, by: String) throws {
    state.early += try database.execute(
      """
      INSERT INTO early (source, order_name, is_cancelled, by, command)
      SELECT ?1, ?2, ?3, ?4, (SELECT coalesce(max(n), 0) FROM commands) WHERE NOT EXISTS
        (SELECT 1 FROM early WHERE order_name = ?2 AND source IS ?1 AND is_cancelled = ?3)
      """, order.sources?.named, order.name, isCancelled, by)
  }

  /// Takes what had come before a command that announces an order: it counts for this one alone, since
  /// shops use numbers such as A12 again.
  mutating func takeEarly(_ command: VoiceCommand, on topic: String) throws -> EarlyMessage? {
    guard state.early > 0, command.isRepeated || command.soundCommand.announcesOrder else {
      return nil
    }
    let rows = try database.query(
      """
      SELECT n, is_cancelled, by FROM early
      WHERE order_name = ? AND (source IS NULL OR source = ? OR (source = '' AND ? = ?))
      ORDER BY is_cancelled DESC, n
      """, command.order, command.event.sourceColumn, command.event.sourceColumn, topic)
    guard let row = rows.first(where: { $0[1] || command.isRepeated }) else { return nil }
    let (n, isCancelled, by): (Int64, Bool, String) = (row[0], row[1], row[2])
    state.early -= try database.execute("DELETE FROM early WHERE n = ?", n)
    return isCancelled ? .cancelled(by: by) : .acknowledged(by: by)
  }

  /// Remembers the packet of a message without an id, until the broker cannot send it again.
  mutating func remember(
    _ packet: Message.Packet, _ message: ParsedMessage, _ element: Int, _ n: Int64
  ) throws {
    try database.execute(
      """
      INSERT OR REPLACE INTO packets (packet, element, digest, command, session, seq)
      VALUES (?, ?, ?, ?, ?, ?)
      """, Int(packet.identifier), element, message.digest, n, issuer.connectionNumber,
      state.nextSeq - 1)
  }

  /// The command of a message without an id that the broker sends again.
  ///
  /// By MQTT 5.0, 2.2.1 and 4.4, a packet with DUP set has the identifier of the message whose
  /// acknowledgement the broker lacks; topic and payload must be the same as well.
  mutating func resent(
    _ message: ParsedMessage, _ element: Int
  ) throws -> (n: Int64, id: String, attempt: Int, isHandled: Bool)? {
    guard let packet = message.packet, packet.isDuplicate else { return nil }
    let row = try database.first(
      """
      SELECT n, id, attempt, state FROM packets JOIN commands ON n = command
      WHERE packet = ? AND element = ? AND digest = ?
      """, Int(packet.identifier), element, message.digest)
    guard let row else { return nil }
    return (row[0], row[1], row[2], row[3] == JournalSchema.State.handled.rawValue)
  }
}
