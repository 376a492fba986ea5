import Messaging
import Wire

/// What a virtual box has to publish, kept until the broker has acknowledged it.
struct BoxOutbox: Sendable {
  enum Content: Sendable {
    case receipt(Int, Receipt.Kind, isDuplicate: Bool)
    case message(Publication)
  }

  private var waiting: [(token: Int64, content: Content)] = []
  private var inFlight: [(token: Int64, content: Content)] = []
  private var lastToken: Int64 = 0

  var count: Int { waiting.count + inFlight.count }
  var isWaiting: Bool { !waiting.isEmpty }

  /// How many receipts the broker has not acknowledged.
  var receipts: Int {
    (waiting + inFlight).count { if case .receipt = $0.content { true } else { false } }
  }

  mutating func add(_ content: Content) {
    lastToken += 1
    waiting.append((lastToken, content))
  }

  /// Gives out the next entries; they are not given out again before ``restart()``.
  mutating func next(atMost count: Int) -> [(token: Int64, content: Content)] {
    let next = Array(waiting.prefix(count))
    waiting.removeFirst(next.count)
    inFlight += next
    return next
  }

  /// Records that the broker has an entry.
  ///
  /// - Returns: Whether that was a receipt.
  mutating func sent(_ token: Int64) -> Bool {
    guard let place = inFlight.firstIndex(where: { $0.token == token }) else { return false }
    if case .receipt = inFlight.remove(at: place).content { return true }
    return false
  }

  /// Prepares for a new connection.
  mutating func restart() {
    waiting = inFlight + waiting
    inFlight = []
  }
}
