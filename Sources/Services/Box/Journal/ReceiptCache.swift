public import Wire

/// A receipt as the journal holds it.
struct StoredReceipt: Sendable, Equatable {
  /// Its number.
  let seq: Int64
  /// Delivered or handled.
  let kind: Receipt.Kind
  /// Its JSON text.
  let body: String
}

/// What receipts say, counted.
public struct ReceiptCounts: Sendable, Equatable {
  /// Commands that were accepted.
  public private(set) var delivered = 0
  /// What became of commands, by outcome.
  public private(set) var handled: [Outcome: Int] = [:]
  /// Receipts that were repeated because a copy of their command came.
  public internal(set) var repeated = 0

  mutating func count(_ receipt: Receipt) {
    if let outcome = receipt.outcome {
      handled[outcome, default: 0] += 1
    } else {
      delivered += 1
    }
  }

  mutating func add(_ other: ReceiptCounts) {
    delivered += other.delivered
    handled.merge(other.handled, uniquingKeysWith: +)
    repeated += other.repeated
  }
}

/// What the journal knows without reading its file: the newest receipts, and which receipts the
/// broker has, as far as that is not written down yet.
struct ReceiptCache: Sendable {
  /// How many receipts are held for the outbox; older ones are read from the file.
  static let receiptsKept = 1000
  /// From how many of the broker's answers on the next transaction writes them down.
  static let fewUnwritten = 20
  /// With how many they are written down at once.
  static let mostUnwritten = 100

  /// The newest receipts, in the order of their numbers, without a gap.
  private var receipts: [StoredReceipt] = []
  /// The receipts that the broker has: if the box ends now, they are published again.
  private(set) var published: Set<Int64> = []
  /// Those of the cached receipts that are written down as published.
  private(set) var done: Set<Int64> = []

  /// Adds the receipts of a transaction that is on the disk.
  mutating func add(_ new: [StoredReceipt]) {
    receipts += new
    guard receipts.count > Self.receiptsKept else { return }
    receipts = receipts.suffix(Self.receiptsKept / 2)
    done = done.filter { $0 >= receipts[0].seq }
  }

  /// The receipts after a number, oldest first, if the very next one is cached.
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
