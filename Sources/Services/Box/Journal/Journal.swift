import Database
import Messaging
import SQL
import Synchronization
public import Wire

/// The box's memory: every command with its stage, and every receipt, in one SQLite file.
///
/// It is the queue and the outbox as well: after a crash the box reads it and goes on. Each change is
/// on the disk when its call returns. All calls may come from any thread, wait for each other and for
/// the disk, and throw `DatabaseError`; nothing of a call that throws is stored.
public final class Journal: Sendable {
  /// How many receipts are kept for monitors that missed some.
  public static let receiptsKept: Int64 = 10_000
  /// How many commands are kept with their receipts, so that a late copy is recognised.
  public static let commandsKept: Int64 = 20_000

  /// The file, and what is known of it.
  private struct Contents: ~Copyable {
    var database: Database
    /// How many commands wait or are being spoken.
    var waiting: Int
    /// How many acknowledgements and cancellations wait for their order.
    var early: Int
    /// The cursor of each consumer; the file may be behind.
    var cursors: [JournalConsumer: Int64]
    /// The numbers in the file; `nil` if they must be read, as after a failure.
    var numbers: Numbers?
  }

  /// The numbers that receipts carry.
  private struct Numbers {
    /// The number of the last connection.
    let connection: Int64
    /// The number of the next receipt.
    let nextSeq: Int64

    init(connection: Int64, nextSeq: Int64) {
      (self.connection, self.nextSeq) = (connection, nextSeq)
    }

    init(readingFrom database: inout Database) throws {
      let row = try database.query(
        "SELECT session, (SELECT coalesce(max(seq), 0) + 1 FROM receipts) FROM box")[0]
      self.init(connection: row[0], nextSeq: row[1])
    }
  }

  /// The box.
  let box: Identifier
  private let store: Identifier
  private let queueLimit: Int
  private let clock: BoxClock
  private let contents: Mutex<Contents>
  private let receiptCache = Mutex(ReceiptCache())
  private let written = Mutex(ReceiptCounts())

  /// Opens the journal; commands that were being spoken when the box ended wait again.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - store: The shop in which the box stands.
  ///   - box: The box.
  ///   - clock: What time it is.
  ///   - queueLimit: The most commands that may wait; further ones are rejected.
  ///   - mended: Called with each fault of the file that was found and mended while it was open.
  /// - Throws: `DatabaseError`, for instance if another program has the file open.
  public init(
    path: String, store: Identifier, box: Identifier, clock: BoxClock, queueLimit: Int = 1000,
    mended: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.queueLimit = queueLimit
    self.store = store
    self.box = box
    self.clock = clock
    var database = try Database(path: path, migrations: JournalSchema.migrations, mended: mended)
    try database.execute(
      "UPDATE commands SET state = 0, crashes = crashes + 1 WHERE state = 1")
    let waiting: Int = try database.query("SELECT count(*) FROM commands WHERE state < 2")[0][0]
    let early: Int = try database.query("SELECT count(*) FROM early")[0][0]
    var cursors: [JournalConsumer: Int64] = [:]
    for consumer in JournalConsumer.allCases {
      cursors[consumer] = try database.first(
        "SELECT cursor FROM consumers WHERE name = ?", consumer.rawValue)?[0]
    }
    contents = Mutex(
      Contents(database: database, waiting: waiting, early: early, cursors: cursors))
  }

  /// Stores messages, all in one transaction, each with the receipts that are due.
  ///
  /// - Parameters:
  ///   - messages: The messages, in their order.
  ///   - topics: The box's topics.
  /// - Returns: What became of each event of the messages.
  /// - Throws: `DatabaseError`; then nothing of them is stored.
  func take(_ messages: [ParsedMessage], _ topics: Topics) throws -> [IntakeResult] {
    // What the broker has of our receipts tells which packets it cannot send again.
    let isResent = messages.contains { $0.packet?.isDuplicate == true }
    return try transaction(writingDown: isResent) { transaction in
      var results: [IntakeResult] = []
      for message in messages { results += try transaction.take(message, topics) }
      return results
    }
  }

  /// All commands that wait, in the order of their arrival, for a consumer that starts; its cursor
  /// moves past all there are.
  func queuedCommands(at moment: Moment, for consumer: JournalConsumer) throws -> [QueuedCommand] {
    try transaction { try $0.queuedCommands(at: moment, for: consumer) }
  }

  /// The accepted commands after a consumer's cursor, up to a number, to which the cursor moves.
  ///
  /// The box's own summaries are not among them: they say what the consumer has had.
  func acceptedCommands(
    upTo number: Int64, for consumer: JournalConsumer
  ) throws -> [StoredCommand] {
    try contents.withLock { contents in
      let cursor = contents.cursors[consumer, default: 0]
      guard number > cursor else { return [] }
      let commands = try StoredCommand.read((cursor + 1)...number, from: &contents.database)
      contents.cursors[consumer] = number
      return commands.filter(\.isForConsumers)
    }
  }

  /// Writes what has become of commands, all in one transaction.
  func write(_ changes: [JournalChange]) throws -> JournalChanges {
    try transaction { try $0.write(changes) }
  }

  /// Makes a summary of commands that wait; they are settled when it is.
  func summarize(
    _ members: [QueuedCommand], as command: SoundCommand, at moment: Moment
  ) throws -> SummaryResult {
    try transaction { try $0.summarize(members, as: command, at: moment) }
  }

  /// Ends the alerts of an order; `by` says for the receipts who has acknowledged it.
  func acknowledge(_ order: OrderReference, by: String) throws -> Acknowledgement {
    try transaction { try $0.acknowledge(order, by: by) }
  }

  /// Accepts a known command again, as a new attempt that is announced once.
  func replay(_ id: String, at moment: Moment) throws -> Replay {
    try transaction { try $0.replay(id, at: moment) }
  }

  /// The settings that requests have changed.
  func deviceSettings() throws -> DeviceSettings {
    try transaction { try $0.deviceSettings() }
  }

  func save(_ settings: DeviceSettings) throws {
    try transaction { try $0.save(settings) }
  }

  /// When the last order came, and when the last one was spoken to its end, as far as is known.
  func lastMoments() throws -> (order: Timestamp?, played: Timestamp?) {
    try transaction { try $0.lastMoments() }
  }

  /// Numbers a new connection.
  ///
  /// - Returns: Its number, which grows at every connect, across restarts. It follows the clock, in
  ///   seconds since 1970, so that it also grows when the journal is lost.
  /// - Throws: `DatabaseError`.
  public func nextConnectionNumber() throws -> Int64 {
    try transaction { transaction in
      let row = try transaction.database.query(
        "UPDATE box SET session = max(session + 1, ?) RETURNING session",
        transaction.moment.milliseconds / 1000)[0]
      transaction.issuer.connectionNumber = row[0]
      return transaction.issuer.connectionNumber
    }
  }

  /// Forgets which packets the broker may send again: it has lost the session, and sends none again.
  ///
  /// - Throws: `DatabaseError`.
  public func forgetPackets() throws {
    try transaction { _ = try $0.database.execute("DELETE FROM packets") }
  }

  /// The receipts that the broker does not have.
  ///
  /// - Parameters:
  ///   - seq: Only receipts after this number.
  ///   - limit: The most to look at.
  /// - Returns: The receipts in the order of their numbers, and the number of the last one that was
  ///   looked at; the same as `seq` if there are none after it.
  /// - Throws: `DatabaseError`.
  func unpublished(
    after seq: Int64, limit: Int
  ) throws -> (receipts: [StoredReceipt], upTo: Int64) {
    let (cached, published, done) = receiptCache.withLock {
      ($0.receipts(after: seq, limit: limit), $0.published, $0.done)
    }
    let receipts = try cached ?? stored(after: seq, limit: limit)
    let owed = receipts.filter { !published.contains($0.seq) && !done.contains($0.seq) }
    return (owed, receipts.last?.seq ?? seq)
  }

  private func stored(after seq: Int64, limit: Int) throws -> [StoredReceipt] {
    try contents.withLock { contents in
      try contents.database.query(
        """
        SELECT seq, kind, body FROM receipts WHERE published = 0 AND seq > ? ORDER BY seq LIMIT ?
        """, seq, limit
      ).map { row in
        let kind: String = row[1]
        return StoredReceipt(
          seq: row[0], kind: Receipt.Kind(rawValue: kind), body: row[2])
      }
    }
  }

  /// Notes that the broker has receipts; one of the next transactions writes it down.
  ///
  /// - Parameter receipts: Their numbers.
  /// - Throws: `DatabaseError` if so many wait that they are written down now.
  func note(published receipts: some Sequence<Int64>) throws {
    if receiptCache.withLock({ $0.note(published: receipts) }) { try writeDown() }
  }

  /// Writes down which receipts the broker has.
  func writeDown() throws {
    guard receiptCache.withLock({ !$0.published.isEmpty }) else { return }
    try transaction(writingDown: true) { _ in }
  }

  /// Marks all receipts after a number as not published, and returns how many these are.
  func republish(after seq: Int64) throws -> Int {
    let count = try transaction { transaction in
      try transaction.database.execute("UPDATE receipts SET published = 0 WHERE seq > ?", seq)
    }
    receiptCache.withLock { $0.forgetPublished(after: seq) }
    return count
  }

  /// How many commands wait or are being spoken.
  public var waitingCount: Int { contents.withLock { $0.waiting } }

  /// What receipts were written since the journal was opened.
  public var counts: ReceiptCounts { written.withLock { $0 } }

  /// How many receipts the broker does not have; 0 if the file cannot tell.
  public var unpublishedCount: Int {
    let written: Int? = contents.withLock { contents in
      try? contents.database.first("SELECT count(*) FROM receipts WHERE published = 0")?[0]
    }
    return max(0, (written ?? 0) - receiptCache.withLock { $0.published.count })
  }

  /// Runs one transaction.
  ///
  /// Which receipts the broker has taken meanwhile is written down along with it, some at a time.
  private func transaction<Result: Sendable>(
    writingDown isAll: Bool = false, _ body: (inout JournalTransaction) throws -> Result
  ) throws -> Result {
    try contents.withLock { contents in
      let published = receiptCache.withLock {
        isAll || $0.published.count >= ReceiptCache.fewUnwritten ? $0.published : []
      }
      let numbers = try contents.numbers ?? Numbers(readingFrom: &contents.database)
      contents.numbers = nil
      let issuer = Issuer(
        store: store, box: box, connectionNumber: numbers.connection,
        clockIsSynced: clock.isSynced())
      let state = JournalTransaction.State(
        nextSeq: numbers.nextSeq, waiting: contents.waiting, early: contents.early,
        cursors: contents.cursors)
      let (result, connection, new) = try contents.database.transaction { database in
        for seqs in published.ranges {
          try database.execute(
            "UPDATE receipts SET published = 1 WHERE seq BETWEEN ? AND ?", seqs.lowerBound,
            seqs.upperBound)
          // The broker has our acknowledgement of a packet if it has a receipt that was sent after it, on
          // the same connection (MQTT 5.0, 4.6): it will not send the packet again.
          try database.execute(
            "DELETE FROM packets WHERE session = ? AND seq BETWEEN ? AND ?", numbers.connection,
            seqs.lowerBound, seqs.upperBound)
        }
        var transaction = JournalTransaction(
          database: database, issuer: issuer, moment: clock.now(), queueLimit: queueLimit,
          state: state)
        do {
          let result = try body(&transaction)
          let (connection, new) = (transaction.issuer.connectionNumber, transaction.state)
          database = transaction.database
          return (result, connection, new)
        } catch {
          database = transaction.database
          throw error
        }
      }
      contents.waiting = new.waiting
      contents.early = new.early
      contents.cursors = new.cursors
      contents.numbers = Numbers(connection: connection, nextSeq: new.nextSeq)
      receiptCache.withLock { cache in
        cache.written(published)
        cache.add(new.receipts)
      }
      written.withLock { $0.add(new.counts) }
      return result
    }
  }
}
