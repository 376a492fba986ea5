/// What the journal knows without looking into its file: the newest receipts, and which receipts the
/// broker has, as far as that is not written down yet.
struct ReceiptCache: Sendable {
  /// How many receipts are remembered for the outbox; older ones are read from the file.
  static let receiptsKept = 1000
  /// How many answers of the broker may wait until they are written down, along with something else.
  static let fewUnwritten = 20
  /// How many may wait at all.
  static let mostUnwritten = 100

  /// The newest receipts, in the order of their numbers, without a gap.
  private var receipts: [StoredReceipt] = []
  /// The receipts that the broker has: if the box ends now, they go out once more.
  private(set) var published: Set<Int64> = []
  /// Those of the remembered ones of which it is written down that the broker has them.
  private(set) var done: Set<Int64> = []

  /// Remembers the receipts of a transaction that is on the disk.
  mutating func add(_ new: [StoredReceipt]) {
    receipts += new
    guard receipts.count > Self.receiptsKept else { return }
    receipts = receipts.suffix(Self.receiptsKept / 2)
    done = done.filter { $0 >= receipts[0].seq }
  }

  /// The receipts after a number, oldest first, if the very next one is remembered.
  func receipts(after seq: Int64, limit: Int) -> [StoredReceipt]? {
    guard let first = receipts.first?.seq, let last = receipts.last?.seq, first <= seq + 1 else {
      return nil
    }
    guard seq < last else { return [] }
    return Array(receipts[Int(seq + 1 - first)...].prefix(limit))
  }

  /// Notes that the broker has receipts.
  ///
  /// - Returns: Whether that should be written down now.
  mutating func note(published new: some Sequence<Int64>) -> Bool {
    published.formUnion(new)
    return published.count >= Self.mostUnwritten
  }

  /// Forgets that the broker has the receipts after a number.
  mutating func forgetPublished(after seq: Int64) {
    published = published.filter { $0 <= seq }
    done = done.filter { $0 <= seq }
  }

  /// Notes what has been written down.
  mutating func written(_ written: Set<Int64>) {
    published.subtract(written)
    guard let first = receipts.first?.seq else { return }
    done.formUnion(written.lazy.filter { $0 >= first })
  }
}

extension Set<Int64> {
  /// The numbers as ranges without gaps, in ascending order.
  var ranges: [ClosedRange<Int64>] {
    sorted().reduce(into: []) { ranges, number in
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }
}
