import Database
import Fleet
import Wire

extension BoxRecord {
  /// Reads a row whose columns are those of ``values`` and ``description``.
  ///
  /// - Parameter row: The row.
  init?(row: [SQLValue]) {
    var reader = RowReader(row)
    guard let store = reader.text().flatMap({ Identifier(rawValue: $0) }),
      let box = reader.text().flatMap({ Identifier(rawValue: $0) })
    else { return nil }
    self.init(BoxName(store: store, box: box))
    firstSeen = reader.moment()
    lastSeen = reader.moment()
    state = reader.text().flatMap { BoxState(rawValue: $0) }
    stateSince = reader.moment()
    session = reader.number() ?? 0
    let (head, gaps) = (reader.number() ?? 0, SequenceNumbers.gaps(reader.text() ?? ""))
    lastPublished = reader.moment()
    lastDelivered = reader.moment()
    lastHandled = reader.moment()
    lastOutcome = Outcome(stored: reader.text(), reader.number())
    info = reader.text().flatMap { try? BoxInfo(payload: Array($0.utf8)) }
    health = reader.text().flatMap { try? Health(payload: Array($0.utf8)) }
    healthAt = reader.moment()
    holdsSince = reader.moment()
    owesSince = reader.moment()
    sequence = SequenceNumbers(head: head, gaps: gaps, connectionNumber: reader.number() ?? 0)
  }

  /// What the rest of its row holds: long texts, which seldom change.
  var description: [SQLValue] {
    [
      SQLValue(info?.json.encoded), SQLValue(health?.json.encoded), SQLValue(healthAt),
      SQLValue(holdsSince),
    ]
  }

  /// What its row holds at first, in the order of the columns.
  var values: [SQLValue] {
    [
      .text(name.store.rawValue), .text(name.box.rawValue), SQLValue(firstSeen),
      SQLValue(lastSeen), SQLValue(state?.rawValue), SQLValue(stateSince), SQLValue(session),
      SQLValue(sequence.head), .text(sequence.storedGaps), SQLValue(lastPublished),
      SQLValue(lastDelivered), SQLValue(lastHandled), SQLValue(lastOutcome?.name),
      SQLValue(lastOutcome?.code), SQLValue(owesSince), SQLValue(sequence.connectionNumber),
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
