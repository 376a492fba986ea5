import Database
public import Interop
public import Messaging
public import Service
import Synchronization
public import Wire

/// Gives out the receipts that the broker does not have yet, in the order of their numbers.
///
/// The journal holds them; this remembers where the present connection stands. Receipts of a kind that
/// the broker throws away, as nobody subscribes to them (MQTT 5.0, 3.4.2.1) or the box may not publish
/// there, stay and wait a while; then one goes out to see whether somebody listens now. The other
/// kind goes on.
public final class Outbox: Service, PublicationSource {
  /// The receipts of one kind do not go out for a while.
  private struct Pause {
    /// Whether a receipt that went out to see was thrown away as well.
    let isRepeated: Bool
    /// Whether the wait is over and one receipt may go out.
    var isProbing = false
  }

  private struct Position {
    /// Up to which number receipts have been looked at on this connection.
    var cursor: Int64 = 0
    /// Given out and not answered.
    var inFlight: [Int64: Receipt.Kind] = [:]
    var pauses: [Receipt.Kind: Pause] = [:]

    /// Whether a receipt may go out; if so it counts as given out.
    mutating func admit(_ receipt: StoredReceipt) -> Bool {
      guard inFlight[receipt.seq] == nil else { return false }
      if let pause = pauses[receipt.kind] {
        guard pause.isProbing, !inFlight.values.contains(receipt.kind) else { return false }
      }
      inFlight[receipt.seq] = receipt.kind
      return true
    }
  }

  public let name = "outbox"
  public let publisher = PublisherName(rawValue: "receipts")
  private let journal: Journal
  private let topics: Topics
  private let log: Log
  private let position = Mutex(Position())
  private let paused = AsyncSignal()
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
    journal: Journal, topics: Topics, backoff: Backoff = Backoff(), log: Log,
    wake: @escaping @Sendable () -> Void, observe: @escaping StepObserver = { _ in }
  ) {
    self.journal = journal
    self.topics = topics
    self.backoff = backoff
    self.log = log
    self.wake = wake
    self.observe = observe
  }

  public func restart() { position.withLock { $0 = Position() } }

  /// Gives receipts out again that somebody has missed.
  ///
  /// - Parameter seq: All after this number.
  /// - Returns: How many.
  /// - Throws: `DatabaseError`.
  func republish(after seq: Int64) throws -> Int {
    let count = try journal.republish(after: seq)
    position.withLock { $0.cursor = min($0.cursor, seq) }
    wake()
    return count
  }

  /// Gives out the next receipts that may be published now; none if the journal cannot be read.
  ///
  /// - Parameter count: The most to give out.
  /// - Returns: Receipts that this connection has not been given, in the order of their numbers.
  public func next(atMost count: Int) -> [Publication] {
    do {
      return try admitted(atMost: count).map { receipt in
        Publication(
          token: PublicationToken(publisher, receipt.seq),
          topic: topics[receipt.kind == .delivered ? .delivered : .handled], text: receipt.body)
      }
    } catch {
      log(.error, "receipts not read", ["error": "\(error)"])
      return []
    }
  }

  private func admitted(atMost count: Int) throws -> [StoredReceipt] {
    var admitted: [StoredReceipt] = []
    while admitted.count < count {
      let start = position.withLock { $0.cursor }
      let (receipts, end) = try journal.unpublished(after: start, limit: count - admitted.count)
      guard end > start else { break }
      admitted += position.withLock { position in
        position.cursor = end
        return receipts.filter { position.admit($0) }
      }
    }
    return admitted
  }

  /// Records which receipts the broker has, and holds back those of a kind that it discards.
  ///
  /// If the journal cannot be written, the receipts go out once more after a restart.
  ///
  /// - Parameter results: Results of receipts.
  public func note(_ results: [PublicationResult]) {
    var (published, isPaused, isResumed): ([Int64], Bool, Bool) = ([], false, false)
    position.withLock { position in
      for result in results {
        let seq = result.token.number
        guard let kind = position.inFlight.removeValue(forKey: seq) else { continue }
        guard let reason = result.status.discardReason else {
          published.append(seq)
          guard position.pauses.removeValue(forKey: kind) != nil else { continue }
          position.cursor = 0
          isResumed = true
          continue
        }
        let earlier = position.pauses[kind]
        position.pauses[kind] = Pause(isRepeated: earlier?.isProbing ?? false)
        isPaused = true
        if earlier == nil {
          log(.warning, "receipts wait", ["receipt": kind.rawValue, "reason": reason])
        }
      }
    }
    if isPaused { paused.notify() }
    if isResumed { wake() }
    guard !published.isEmpty else { return }
    observe(.receiptPublished)
    do {
      try journal.note(published: published)
    } catch {
      log(.error, "published receipts not noted", ["error": "\(error)"])
    }
  }

  /// Ends each pause after a while.
  public func run() async throws {
    var backoff = backoff
    while true {
      await paused.wait()
      try Task.checkCancellation()
      let isRepeated = position.withLock { $0.pauses.values.contains(where: \.isRepeated) }
      if !isRepeated { backoff.reset() }
      try await Task.sleep(for: backoff.next())
      position.withLock { position in
        for kind in position.pauses.keys { position.pauses[kind]?.isProbing = true }
        position.cursor = 0
      }
      wake()
    }
  }

  /// Writes down which receipts the broker has.
  ///
  /// - Throws: `DatabaseError`.
  public func writeDown() throws { try journal.writeDown() }
}

extension PublicationResult.Status {
  /// Why the broker does not keep the message, in words; `nil` if it does.
  fileprivate var discardReason: String? {
    switch self {
    case .accepted: nil
    case .noSubscribers: "no matching subscribers"
    case .refused(let reason): reason
    }
  }
}
