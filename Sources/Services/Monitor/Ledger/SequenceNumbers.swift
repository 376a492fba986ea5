/// Which of a box's receipts have come: their numbers have no gaps.
///
/// Numbers and sessions grow together, as long as the box keeps its journal. One that has got a new card
/// begins with 1 again, under a higher session: then what the old journal held will not come any more.
public struct SequenceNumbers: Sendable, Equatable {
  /// Numbers that have not come though later ones have.
  public struct Gap: Sendable, Equatable, Hashable {
    /// The first of them.
    public var first: Int64
    /// The last of them.
    public var last: Int64

    /// How many they are.
    public var count: Int64 { last - first + 1 }
  }

  /// The most gaps that are told apart; the oldest two become one when there are more.
  static let mostGaps = 64
  /// How many receipts a box keeps (protocol, section “Receipts”): older ones will not come any more.
  static let kept: Int64 = 10_000

  /// The highest number that has come; 0 for none.
  public private(set) var head: Int64
  /// What is missing below it, in order.
  public private(set) var gaps: [Gap]
  /// The highest session that a receipt was written in.
  public private(set) var session: Int64

  /// Continues with what is known.
  ///
  /// - Parameters:
  ///   - head: The highest number that has come.
  ///   - gaps: What is missing below it, in order.
  ///   - session: The highest session that a receipt was written in.
  public init(head: Int64 = 0, gaps: [Gap] = [], session: Int64 = 0) {
    self.head = head
    self.gaps = gaps
    self.session = session
  }

  /// Takes in a number.
  ///
  /// - Parameters:
  ///   - seq: The number, from 1.
  ///   - session: The session that the receipt was written in.
  public mutating func take(_ seq: Int64, session: Int64) {
    if session < self.session, seq > head { return }
    if session > self.session {
      if seq <= head { (head, gaps) = (0, []) }
      self.session = session
    }
    if seq > head {
      if seq > head + 1 { gaps.append(Gap(first: max(head + 1, seq - Self.kept), last: seq - 1)) }
      head = seq
      limit()
      return
    }
    guard let index = gaps.firstIndex(where: { $0.first <= seq && seq <= $0.last }) else { return }
    let gap = gaps[index]
    let parts = [
      Gap(first: gap.first, last: seq - 1), Gap(first: seq + 1, last: gap.last),
    ].filter { $0.count > 0 }
    gaps.replaceSubrange(index...index, with: parts)
    limit()
  }

  /// Gives up what the box does not have any more.
  ///
  /// - Parameter seq: The number up to which nothing is going to come.
  public mutating func forget(upTo seq: Int64) {
    gaps = gaps.compactMap { gap in
      gap.last <= seq ? nil : Gap(first: max(gap.first, seq + 1), last: gap.last)
    }
  }

  /// How many receipts are missing.
  public var missing: Int64 { gaps.reduce(0) { $0 + $1.count } }

  private mutating func limit() {
    forget(upTo: head - Self.kept)
    while gaps.count > Self.mostGaps {
      gaps[0].last = gaps[1].last
      gaps.remove(at: 1)
    }
  }
}
