public import Wire

/// What receipts say, counted.
public struct ReceiptCounts: Sendable, Equatable {
  /// Commands that were taken.
  public private(set) var delivered = 0
  /// What became of commands, by outcome.
  public private(set) var handled: [Outcome: Int] = [:]
  /// Receipts that went into the outbox once more, as a copy of their command came.
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
