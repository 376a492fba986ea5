/// Which of a box's receipts have arrived: a box numbers them without gaps.
///
/// Sequence numbers and connection numbers grow together for as long as the box keeps its journal. A box
/// with a new card starts again at 1 under a higher connection number: the receipts of the old journal will
/// never arrive.
public struct SequenceNumbers: Sendable, Equatable {
  /// Numbers that have not arrived although later ones have.
  public struct Gap: Sendable, Equatable, Hashable {
    /// The first missing number.
    public var first: Int64
    /// The last missing number.
    public var last: Int64

    /// Describes a gap.
    ///
    /// - Parameters:
    ///   - first: The first missing number.
    ///   - last: The last missing number.
    public init(first: Int64, last: Int64) {
      self.first = first
      self.last = last
    }

    /// How many numbers are missing.
    public var count: Int64 { last - first + 1 }
  }

  /// The most gaps that are kept apart; with more, the oldest two become one.
  static let mostGaps = 64
  /// How many receipts a box keeps (protocol, section “Receipts”): older ones will never arrive.
  static let kept: Int64 = 10_000

  /// The highest number that has arrived; 0 for none.
  public private(set) var head: Int64
  /// The gaps below ``head``, in order.
  public private(set) var gaps: [Gap]
  /// The highest connection number in which a receipt was written.
  public private(set) var connectionNumber: Int64

  /// Continues from a known state.
  ///
  /// - Parameters:
  ///   - head: The highest number that has arrived.
  ///   - gaps: The gaps below it, in order.
  ///   - connectionNumber: The highest connection number in which a receipt was written.
  public init(head: Int64 = 0, gaps: [Gap] = [], connectionNumber: Int64 = 0) {
    self.head = head
    self.gaps = gaps
    self.connectionNumber = connectionNumber
  }

  /// Records a receipt.
  ///
  /// - Parameters:
  ///   - seq: Its sequence number, from 1.
  ///   - connectionNumber: The box's connection number when it wrote the receipt.
  public mutating func record(_ seq: Int64, connectionNumber: Int64) {
    if connectionNumber < self.connectionNumber, seq > head { return }
    if connectionNumber > self.connectionNumber {
      if seq <= head { (head, gaps) = (0, []) }
      self.connectionNumber = connectionNumber
    }
    if seq > head {
      if seq > head + 1 { gaps.append(Gap(first: max(head + 1, seq - Self.kept), last: seq - 1)) }
      head = seq
      limitGaps()
      return
    }
    guard let index = gaps.firstIndex(where: { $0.first <= seq && seq <= $0.last }) else { return }
    let gap = gaps[index]
    let parts = [
      Gap(first: gap.first, last: seq - 1), Gap(first: seq + 1, last: gap.last),
    ].filter { $0.count > 0 }
    gaps.replaceSubrange(index...index, with: parts)
    limitGaps()
  }

  /// Drops what the box no longer keeps.
  ///
  /// - Parameter seq: The number up to which nothing will arrive any more.
  public mutating func forget(upTo seq: Int64) {
    gaps = gaps.compactMap { gap in
      gap.last <= seq ? nil : Gap(first: max(gap.first, seq + 1), last: gap.last)
    }
  }

  /// How many receipts are missing.
  public var missing: Int64 { gaps.reduce(0) { $0 + $1.count } }

  private mutating func limitGaps() {
    forget(upTo: head - Self.kept)
    while gaps.count > Self.mostGaps {
      gaps[0].last = gaps[1].last
      gaps.remove(at: 1)
    }
  }
}
