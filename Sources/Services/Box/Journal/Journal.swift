import Database
import Synchronization
public import Wire

/// The box's memory: every command, how far it has come, and every receipt, in one SQLite file.
///
/// It is the queue and the outbox as well: after a crash the box reads it and goes on. Each change is
/// on the disk when its call returns. Any thread may call; calls wait for each other and for the disk.
public final class Journal: Sendable {
  /// How many receipts are kept for monitors that missed some.
  public static let receiptsKept: Int64 = 10_000
  /// How many commands are kept with their receipts, so that a copy that comes late is known.
  static let commandsKept: Int64 = 20_000

  /// The file, and what is known of it.
  private struct Contents: ~Copyable {
    var database: Database
    /// How many commands wait or are being spoken.
    var waiting: Int
    /// As they stand in the file; `nil` while that must be looked up, as after a failure.
    var numbers: Numbers?
  }

  /// The numbers that receipts carry.
  private struct Numbers {
    /// The number of the last connection.
    let session: Int64
    /// The number of the next receipt.
    let nextSeq: Int64

    init(session: Int64, nextSeq: Int64) { (self.session, self.nextSeq) = (session, nextSeq) }

    init(readingFrom database: inout Database) throws {
      let row = try database.query(
        "SELECT session, (SELECT coalesce(max(seq), 0) + 1 FROM receipts) FROM box")[0]
      self.init(session: row[0], nextSeq: row[1])
    }
  }

  /// The most commands that may wait.
  let queueLimit: Int
  private let store: Identifier
  /// The box.
  let box: Identifier
  private let clock: BoxClock
  private let contents: Mutex<Contents>
  private let recent = Mutex(ReceiptCache())
  private let written = Mutex(ReceiptCounts())

  /// Opens the journal; commands that were being spoken when the box ended wait again.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - store: The shop in which the box stands.
  ///   - box: The box.
  ///   - clock: What time it is.
  ///   - queueLimit: The most commands that may wait; what comes then is rejected.
  ///   - mended: Told what was found amiss with the file while it was open, and is well again.
  /// - Throws: `DatabaseError`, for instance if another program has the file open.
  public init(
    path: String, store: Identifier, box: Identifier, clock: BoxClock, queueLimit: Int = 1000,
    mended: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.queueLimit = queueLimit
    self.store = store
    self.box = box
    self.clock = clock
    var database = try Database(path: path, migrations: Schema.migrations, mended: mended)
    try database.execute(
      "UPDATE commands SET state = 0, crashes = crashes + 1 WHERE state = 1")
    let waiting: Int = try database.query("SELECT count(*) FROM commands WHERE state < 2")[0][0]
    contents = Mutex(Contents(database: database, waiting: waiting))
  }

  /// Numbers a new connection.
  ///
  /// - Returns: Its number, which grows at every connect, across restarts. It follows the clock, in
  ///   seconds since 1970, so that it also grows when the journal is lost.
  /// - Throws: `DatabaseError`.
  public func openSession() throws -> Int64 {
    try transaction { database, stamp in
      let row = try database.query(
        "UPDATE box SET session = max(session + 1, ?) RETURNING session",
        stamp.moment.milliseconds / 1000)[0]
      stamp.issuer.session = row[0]
      return stamp.issuer.session
    }
  }

  /// Lends the tables for one transaction, with the stamp that its receipts carry.
  ///
  /// What the broker has taken meanwhile is written down along with it, some at a time.
  func transaction<Result: Sendable>(
    writingDown isAll: Bool = false, _ body: (inout Database, Stamp) throws -> Result
  ) throws -> Result {
    try contents.withLock { contents in
      let published = recent.withLock {
        isAll || $0.published.count >= ReceiptCache.fewUnwritten ? $0.published : []
      }
      let numbers = try contents.numbers ?? Numbers(readingFrom: &contents.database)
      contents.numbers = nil
      let stamp = Stamp(
        issuer: Issuer(
          store: store, box: box, session: numbers.session, clockIsSynced: clock.isSynced()),
        moment: clock.now(), nextSeq: numbers.nextSeq, waiting: contents.waiting)
      let result = try contents.database.transaction { database in
        for seqs in published.ranges {
          try database.execute(
            "UPDATE receipts SET published = 1 WHERE seq BETWEEN ? AND ?", seqs.lowerBound,
            seqs.upperBound)
        }
        return try body(&database, stamp)
      }
      contents.waiting = stamp.waiting
      contents.numbers = Numbers(session: stamp.issuer.session, nextSeq: stamp.nextSeq)
      recent.withLock { recent in
        recent.written(published)
        recent.add(stamp.receipts)
      }
      self.written.withLock { $0.add(stamp.counts) }
      return result
    }
  }

  /// The receipts that the broker does not have.
  ///
  /// - Parameters:
  ///   - seq: Only receipts after this number.
  ///   - limit: The most to look at.
  /// - Returns: The receipts in the order of their numbers, and up to which number this was looked
  ///   for; the same as `seq` if there are none after it.
  /// - Throws: `DatabaseError`.
  func unpublished(
    after seq: Int64, limit: Int
  ) throws -> (receipts: [StoredReceipt], upTo: Int64) {
    let (remembered, published, done) = recent.withLock {
      ($0.receipts(after: seq, limit: limit), $0.published, $0.done)
    }
    let receipts = try remembered ?? stored(after: seq, limit: limit)
    let owed = receipts.filter { !published.contains($0.seq) && !done.contains($0.seq) }
    return (owed, receipts.last?.seq ?? seq)
  }

  /// Notes that the broker has receipts; it is written down with one of the next transactions.
  ///
  /// - Parameter receipts: Their numbers.
  /// - Throws: `DatabaseError` if so many wait that they are written down now.
  func note(published receipts: some Sequence<Int64>) throws {
    if recent.withLock({ $0.note(published: receipts) }) { try writeDown() }
  }

  /// Forgets that the broker has receipts, since somebody has missed them.
  func forgetPublished(after seq: Int64) { recent.withLock { $0.forgetPublished(after: seq) } }

  /// How many commands wait or are being spoken.
  public var waitingCount: Int { contents.withLock { $0.waiting } }

  /// What receipts were written since the journal was opened.
  public var counts: ReceiptCounts { written.withLock { $0 } }

  /// How many receipts the broker does not have; 0 if the file cannot tell.
  public var unpublishedCount: Int {
    let written: Int? = contents.withLock { contents in
      try? contents.database.first("SELECT count(*) FROM receipts WHERE published = 0")?[0]
    }
    return max(0, (written ?? 0) - recent.withLock { $0.published.count })
  }

  /// Writes down which receipts the broker has.
  ///
  /// - Throws: `DatabaseError`.
  func writeDown() throws {
    guard recent.withLock({ !$0.published.isEmpty }) else { return }
    try transaction(writingDown: true) { _, _ in }
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
          seq: row[0], kind: Receipt.Kind(rawValue: kind) ?? .handled, body: row[2])
      }
    }
  }
}
