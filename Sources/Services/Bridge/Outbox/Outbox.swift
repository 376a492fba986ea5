import Database
public import Service
import Synchronization
public import Wire

/// Gives out the receipts that the broker does not have yet, in the order of their numbers.
///
/// The journal holds them; this remembers where the present connection stands. A receipt that the
/// broker throws away (MQTT 5.0, 3.4.2.1: nobody subscribes) stays, and all wait a while with it; then
/// one goes out to see whether somebody listens now.
public final class Outbox: Service {
  private struct Position {
    /// The number of the last receipt given out on this connection.
    var cursor: Int64 = 0
    /// Given out and not answered.
    var inFlight: Set<Int64> = []
    /// Answered, and not yet written down as such: if the box ends now they go out once more.
    var taken: Set<Int64> = []
    /// Why nothing goes out for a while.
    var pause: String?
    /// Whether one receipt goes out to see whether the others may follow.
    var isProbing = false
  }

  /// How many answers are kept before they are written down, even if there is more to give out.
  private static let mostTaken = 100

  public let name = "outbox"
  private let journal: Journal
  private let topics: Topics
  private let log: Log
  private let position = Mutex(Position())
  private let paused = Doorbell()
  private let backoff: Backoff
  private let wake: @Sendable () -> Void
  private let observe: StepObserver

  /// Makes the outbox.
  ///
  /// - Parameters:
  ///   - journal: Where the receipts are.
  ///   - topics: Where they are published.
  ///   - backoff: How long to wait when the broker throws them away.
  ///   - log: Where it says that they wait.
  ///   - wake: Called when receipts may go out again.
  ///   - observe: Told of the step `receipt-published`.
  public init(
    journal: Journal, topics: Topics, backoff: Backoff = Backoff(base: .seconds(5)), log: Log,
    wake: @escaping @Sendable () -> Void, observe: @escaping StepObserver = { _ in }
  ) {
    self.journal = journal
    self.topics = topics
    self.backoff = backoff
    self.log = log
    self.wake = wake
    self.observe = observe
  }

  /// Starts over for a new connection: what was not answered goes out again.
  public func restart() {
    position.withLock { position in
      position.cursor = 0
      position.inFlight = []
      position.pause = nil
      position.isProbing = false
    }
  }

  /// The next receipts.
  ///
  /// - Parameter count: The most to give out.
  /// - Returns: Receipts that this connection has not been given.
  /// - Throws: `DatabaseError`.
  public func next(atMost count: Int) throws -> [Outgoing] {
    let state = position.withLock { $0 }
    guard state.pause == nil, !(state.isProbing && !state.inFlight.isEmpty) else { return [] }
    if state.taken.count >= Self.mostTaken { try writeDown() }
    let rows = try journal.unpublished(
      after: state.cursor,
      limit: (state.isProbing ? 1 : count) + state.taken.count + state.inFlight.count)
    let fresh = rows.filter { !state.taken.contains($0.seq) && !state.inFlight.contains($0.seq) }
      .prefix(state.isProbing ? 1 : count)
    position.withLock { position in
      position.inFlight.formUnion(fresh.map(\.seq))
      position.cursor = fresh.last?.seq ?? position.cursor
    }
    if fresh.isEmpty { try writeDown() }
    return fresh.map {
      Outgoing(
        seq: $0.seq, topic: topics[$0.kind == .delivered ? .delivered : .handled], body: $0.body)
    }
  }

  /// Notes what the broker said.
  ///
  /// - Parameter answers: The receipts' numbers, and the answers.
  public func note(_ answers: [(seq: Int64, answer: Answer)]) {
    var refusal: String?
    let mayGoOn = position.withLock { position in
      let wasProbing = position.isProbing
      for (seq, answer) in answers {
        position.inFlight.remove(seq)
        switch answer {
        case .taken:
          position.taken.insert(seq)
          position.isProbing = false
        case .refused(let reason):
          refusal = reason
        }
      }
      if let refusal {
        position.pause = refusal
        position.cursor = 0
      }
      return wasProbing && !position.isProbing && refusal == nil
    }
    if mayGoOn { wake() }
    if answers.contains(where: { $0.answer == .taken }) { observe(.receiptPublished) }
    if refusal != nil { paused.ring() }
  }

  /// Ends each pause after a while.
  public func run() async throws {
    var backoff = backoff
    while true {
      await paused.wait()
      try Task.checkCancellation()
      let (reason, wasProbing) = position.withLock { ($0.pause, $0.isProbing) }
      guard let reason else { continue }
      if !wasProbing {
        backoff.reset()
        log(.warning, "receipts wait", ["reason": reason])
      }
      try await Task.sleep(for: backoff.next())
      position.withLock { position in
        guard position.pause != nil else { return }
        position.pause = nil
        position.isProbing = true
      }
      wake()
    }
  }

  /// Writes down which receipts the broker has.
  ///
  /// - Throws: `DatabaseError`.
  public func writeDown() throws {
    let taken = position.withLock { $0.taken }
    guard !taken.isEmpty else { return }
    try journal.markPublished(taken)
    position.withLock { $0.taken.subtract(taken) }
  }
}
