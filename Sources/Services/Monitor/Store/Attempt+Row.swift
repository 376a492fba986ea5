import Database
import Wire

extension Attempt {
  /// Reads a row whose columns are those of ``values``.
  ///
  /// - Parameter row: The row.
  init?(row: [SQLValue]) {
    var reader = RowReader(row)
    guard let store = reader.text().flatMap({ Identifier(rawValue: $0) }),
      let box = reader.text().flatMap({ Identifier(rawValue: $0) }), let id = reader.text(),
      let attempt = reader.number(), let order = reader.text()
    else { return nil }
    self.init(
      Key(box: BoxName(store: store, box: box), id: id, attempt: Int(attempt)), order: order)
    _ = reader.number()
    publishedAt = reader.moment()
    deliveredAt = reader.moment()
    handledAt = reader.moment()
    outcome = Outcome(stored: reader.text(), reader.number())
    reason = reader.text()
    spoken = reader.text()
    rounds = reader.count()
    times = reader.moment().map { Receipt.Times(received: $0) }
    let (delivered, started, finished) = (reader.moment(), reader.moment(), reader.moment())
    times?.delivered = delivered
    times?.started = started
    times?.finished = finished
    clockIsSynced = reader.flag()
    isReplayed = reader.flag()
    deliveredSeq = reader.number()
    handledSeq = reader.number()
    repetitions = reader.count()
    contradictions = reader.count()
  }

  /// What its row holds, in the order of the columns.
  var values: [SQLValue] {
    [
      .text(key.box.store.rawValue), .text(key.box.box.rawValue), .text(key.id),
      SQLValue(key.attempt), .text(order), SQLValue(openedAt), SQLValue(publishedAt),
      SQLValue(deliveredAt), SQLValue(handledAt), SQLValue(outcome?.name),
      SQLValue(outcome?.code), SQLValue(reason), SQLValue(spoken), SQLValue(rounds),
      SQLValue(times?.received), SQLValue(times?.delivered), SQLValue(times?.started),
      SQLValue(times?.finished), SQLValue(flag: clockIsSynced), SQLValue(flag: isReplayed),
      SQLValue(deliveredSeq), SQLValue(handledSeq), SQLValue(repetitions),
      SQLValue(contradictions),
    ]
  }
}

extension Outcome {
  /// An outcome as it is stored.
  init?(stored name: String?, _ code: Int64?) {
    guard let name, let code else { return nil }
    // What the receipt of an unknown outcome said about its id is not stored.
    self.init(name: name, code: Int(code), settlesID: false)
  }
}
