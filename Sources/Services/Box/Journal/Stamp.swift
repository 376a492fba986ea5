import Wire

/// Who writes into the journal in one transaction, when, and which receipts came of it.
final class Stamp {
  var issuer: Issuer
  let moment: Timestamp
  /// How many commands wait or are being spoken.
  var waiting: Int
  /// The number of the next receipt.
  private(set) var nextSeq: Int64
  /// The receipts of this transaction, in the order of their numbers.
  private(set) var receipts: [StoredReceipt] = []
  /// What they say, counted.
  var counts = ReceiptCounts()

  init(issuer: Issuer, moment: Timestamp, nextSeq: Int64, waiting: Int) {
    self.issuer = issuer
    self.moment = moment
    self.nextSeq = nextSeq
    self.waiting = waiting
  }

  /// Numbers a receipt and notes it.
  ///
  /// - Parameters:
  ///   - kind: Delivered or handled.
  ///   - body: Makes its JSON, given its number.
  /// - Returns: The receipt, to be stored.
  func number(_ kind: Receipt.Kind, _ body: (Int64) -> JSON) -> StoredReceipt {
    defer { nextSeq += 1 }
    let receipt = StoredReceipt(seq: nextSeq, kind: kind, body: body(nextSeq).encoded)
    receipts.append(receipt)
    return receipt
  }
}
