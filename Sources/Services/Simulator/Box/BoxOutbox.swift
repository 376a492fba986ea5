import Messaging
import Wire

/// What a virtual box has to publish, kept until the broker has acknowledged it.
struct BoxOutbox: Sendable {
  enum What: Sendable {
    case receipt(Int, Receipt.Kind, isDuplicate: Bool)
    case message(Publication)
  }

  private var waiting: [(token: Int64, what: What)] = []
  private var inFlight: [(token: Int64, what: What)] = []
  private var lastToken: Int64 = 0

  var count: Int { waiting.count + inFlight.count }
  var isWaiting: Bool { !waiting.isEmpty }

  /// How many receipts the broker has not acknowledged.
  var receipts: Int {
    (waiting + inFlight).count { if case .receipt = $0.what { true } else { false } }
  }

  mutating func add(_ what: What) {
    lastToken += 1
    waiting.append((lastToken, what))
  }

  /// Gives out what is next; it is not given out again before ``restart()``.
  mutating func next(atMost count: Int) -> [(token: Int64, what: What)] {
    let next = Array(waiting.prefix(count))
    waiting.removeFirst(next.count)
    inFlight += next
    return next
  }

  /// Notes what the broker has.
  ///
  /// - Returns: Whether that was a receipt.
  mutating func sent(_ token: Int64) -> Bool {
    guard let place = inFlight.firstIndex(where: { $0.token == token }) else { return false }
    if case .receipt = inFlight.remove(at: place).what { return true }
    return false
  }

  /// Begins again for a new connection.
  mutating func restart() {
    waiting = inFlight + waiting
    inFlight = []
  }
}
