import Wire

/// The attempts that a virtual box remembers, under numbers that grow.
struct BoxJournal: Sendable {
  /// How many receipts a box keeps (protocol, section “Receipts”).
  static let keptReceipts = 10_000
  /// How many more there may be before the oldest go.
  private static let slack = 500

  private var attempts: [StoredAttempt] = []
  private var first = 0
  /// The number of the last attempt at each event.
  private var newest: [EventID: Int] = [:]
  private(set) var lastSeq: Int32 = 0
  private var receipts = 0

  /// The number that the next attempt gets.
  var next: Int { first + attempts.count }

  subscript(number: Int) -> StoredAttempt? {
    attempts.indices.contains(number - first) ? attempts[number - first] : nil
  }

  /// Notes a new attempt.
  mutating func add(_ attempt: StoredAttempt) -> Int {
    attempts.append(attempt)
    newest[attempt.event] = next - 1
    return next - 1
  }

  /// Changes an attempt, unless it is forgotten already.
  mutating func change(_ number: Int, _ body: (inout StoredAttempt) -> Void) {
    guard attempts.indices.contains(number - first) else { return }
    body(&attempts[number - first])
  }

  /// How many attempts at an event there were, the last one that was accepted, and the one that settled it.
  func history(of event: EventID) -> (attempts: Int32, accepted: Int?, settled: Int?) {
    var history: (attempts: Int32, accepted: Int?, settled: Int?) = (0, nil, nil)
    guard let last = newest[event] else { return history }
    for index in (0...(last - first)).reversed() where attempts[index].event == event {
      let attempt = attempts[index]
      history.attempts = max(history.attempts, attempt.attempt)
      if history.accepted == nil, attempt.isAccepted { history.accepted = first + index }
      if attempt.outcome?.settlesID == true { history.settled = first + index }
      if attempt.attempt == 1 { break }
    }
    return history
  }

  /// The event with an id, of any source: the one that was accepted last.
  func event(called id: String) -> EventID? {
    attempts.last { $0.event.id == id && $0.isAccepted }?.event
  }

  /// The last attempt that fits.
  func last(where fits: (StoredAttempt) -> Bool) -> Int? {
    attempts.lastIndex(where: fits).map { $0 + first }
  }

  /// Numbers a receipt, and forgets the oldest if there are too many.
  mutating func number(_ kind: Receipt.Kind, of number: Int, connection: Int32) {
    lastSeq += 1
    receipts += 1
    let seq = lastSeq
    change(number) { attempt in
      if kind == .delivered {
        attempt.deliveredSeq = seq
        attempt.deliveredConnection = connection
      } else {
        attempt.handledSeq = seq
        attempt.handledConnection = connection
      }
    }
    if receipts > Self.keptReceipts + Self.slack { forget() }
  }

  /// All receipts after a number, the oldest first.
  func receipts(since seq: Int64) -> [(number: Int, kind: Receipt.Kind)] {
    var found: [(seq: Int32, number: Int, kind: Receipt.Kind)] = []
    for (index, attempt) in attempts.enumerated() {
      if attempt.deliveredSeq > seq { found.append((attempt.deliveredSeq, index, .delivered)) }
      if attempt.handledSeq > seq { found.append((attempt.handledSeq, index, .handled)) }
    }
    return found.sorted { $0.seq < $1.seq }.map { ($0.number + first, $0.kind) }
  }

  private mutating func forget() {
    var count = 0
    while receipts > Self.keptReceipts, count < attempts.count - 1 {
      receipts -= attempts[count].deliveredSeq > 0 ? 1 : 0
      receipts -= attempts[count].handledSeq > 0 ? 1 : 0
      count += 1
    }
    for (index, attempt) in attempts.prefix(count).enumerated()
    where newest[attempt.event] == first + index {
      newest[attempt.event] = nil
    }
    attempts.removeFirst(count)
    first += count
  }
}
