import Fleet
public import SQL
public import Wire

// How records are stored as rows, and read from them.

extension Attempt {
  /// The place of the column `source`, the last one: PostgreSQL adds columns at the end only.
  private static let sourceColumn = 26

  /// Reads a row whose columns are those of ``values``, and perhaps more.
  ///
  /// - Parameter row: The row.
  init?(_ row: Row) {
    var reader = RowReader(row)
    guard let box = reader.box(), let id: String = reader.next(), let attempt: Int = reader.next(),
      let order: String = reader.next()
    else { return nil }
    let source = String(sqlValue: row.values[Self.sourceColumn])
    self.init(
      Key(box: box, event: EventID(storedSource: source, id: id), attempt: attempt), order: order)
    reader.skip()
    publishedAt = reader.next()
    deliveredAt = reader.next()
    handledAt = reader.next()
    let (name, code): (String?, Int?) = (reader.next(), reader.next())
    reason = reader.next()
    spoken = reader.next()
    rounds = reader.count()
    times = reader.next(as: Timestamp.self).map { Receipt.Times(received: $0) }
    let (delivered, started, finished): (Timestamp?, Timestamp?, Timestamp?) = (
      reader.next(), reader.next(), reader.next()
    )
    times?.delivered = delivered
    times?.started = started
    times?.finished = finished
    clockIsSynced = reader.flag()
    isReplayed = reader.flag()
    deliveredSeq = reader.next()
    handledSeq = reader.next()
    repetitions = reader.count()
    contradictions = reader.count()
    reader.skip()
    outcome = Outcome(name, code, settlesID: reader.flag())
  }

  /// What its row holds, in the order of the columns.
  var values: [SQLValue] {
    [
      SQLValue(key.box.store), SQLValue(key.box.box), .text(key.id), SQLValue(key.attempt),
      .text(order), SQLValue(openedAt), SQLValue(publishedAt), SQLValue(deliveredAt),
      SQLValue(handledAt), SQLValue(outcome?.name), SQLValue(outcome?.code), SQLValue(reason),
      SQLValue(spoken), SQLValue(rounds), SQLValue(times?.received), SQLValue(times?.delivered),
      SQLValue(times?.started), SQLValue(times?.finished), SQLValue(clockIsSynced),
      SQLValue(isReplayed), SQLValue(deliveredSeq), SQLValue(handledSeq), SQLValue(repetitions),
      SQLValue(contradictions), SQLValue(outcome?.isFailure ?? false),
      SQLValue(outcome?.settlesID), .text(key.event.storedSource),
    ]
  }
}

extension EventID {
  /// The source as it is stored: a key cannot hold null, and an empty source is none.
  var storedSource: String { source ?? "" }

  /// Reads a stored event.
  init(storedSource: String?, id: String) {
    self.init(source: storedSource?.isEmpty == false ? storedSource : nil, id: id)
  }
}

extension BoxRecord {
  /// Reads a row whose columns are those of ``values`` and ``description``.
  ///
  /// - Parameter row: The row.
  init?(_ row: Row) {
    var reader = RowReader(row)
    guard let box = reader.box() else { return nil }
    self.init(box)
    firstSeen = reader.next()
    lastSeen = reader.next()
    state = reader.next()
    stateSince = reader.next()
    connectionNumber = reader.next() ?? 0
    let (head, gaps): (Int64, String) = (reader.next() ?? 0, reader.next() ?? "")
    lastPublished = reader.next()
    lastDelivered = reader.next()
    lastHandled = reader.next()
    let (name, code): (String?, Int?) = (reader.next(), reader.next())
    info = reader.next(as: String.self).flatMap { try? BoxInfo(payload: Array($0.utf8)) }
    health = reader.next(as: String.self).flatMap { try? Health(payload: Array($0.utf8)) }
    healthAt = reader.next()
    oldestWaitingSince = reader.next()
    unansweredSince = reader.next()
    sequence = SequenceNumbers(
      head: head, gaps: SequenceNumbers.gaps(gaps), connectionNumber: reader.next() ?? 0)
    lastOutcome = Outcome(name, code, settlesID: reader.flag())
  }

  /// What the rest of its row holds: long texts, which seldom change.
  var description: [SQLValue] {
    [
      SQLValue(info?.json.encoded), SQLValue(health?.json.encoded), SQLValue(healthAt),
      SQLValue(oldestWaitingSince),
    ]
  }

  /// What its row holds at first, in the order of the columns.
  var values: [SQLValue] {
    name.values + [
      SQLValue(firstSeen), SQLValue(lastSeen), SQLValue(state), SQLValue(stateSince),
      SQLValue(connectionNumber), SQLValue(sequence.head), .text(sequence.storedGaps),
      SQLValue(lastPublished), SQLValue(lastDelivered), SQLValue(lastHandled),
      SQLValue(lastOutcome?.name), SQLValue(lastOutcome?.code), SQLValue(unansweredSince),
      SQLValue(sequence.connectionNumber), SQLValue(lastOutcome?.settlesID),
    ]
  }
}

extension SequenceNumbers {
  /// The gaps as they are stored: `3-7,9-9`.
  var storedGaps: String { gaps.map { "\($0.first)-\($0.last)" }.joined(separator: ",") }

  /// Reads stored gaps.
  static func gaps(_ text: String) -> [Gap] {
    text.split(separator: ",").compactMap { part in
      let ends = part.split(separator: "-").compactMap { Int64($0) }
      return ends.count == 2 ? Gap(first: ends[0], last: ends[1]) : nil
    }
  }
}

extension BoxName {
  /// Store and box, as parameters.
  var values: [SQLValue] { [SQLValue(store), SQLValue(box)] }
}

extension Identifier: SQLConvertible {}
extension BoxState: SQLConvertible {}

extension Outcome {
  /// An outcome as it is stored; `nil` if there is none.
  init?(_ name: String?, _ code: Int?, settlesID: Bool) {
    guard let name, let code else { return nil }
    self.init(name: name, code: code, settlesID: settlesID)
  }
}

/// Moments are stored as milliseconds since 1970.
extension Timestamp: SQLConvertible {
  public var sqlValue: SQLValue { .integer(milliseconds) }

  public init?(sqlValue: SQLValue) {
    guard case .integer(let milliseconds) = sqlValue else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

extension RowReader {
  /// The columns `store` and `box`.
  mutating func box() -> BoxName? {
    let (store, box): (Identifier?, Identifier?) = (next(), next())
    guard let store, let box else { return nil }
    return BoxName(store: store, box: box)
  }

  /// A whole number; 0 for none.
  mutating func count() -> Int { next() ?? 0 }

  /// A truth value; false for none.
  mutating func flag() -> Bool { next() ?? false }
}
