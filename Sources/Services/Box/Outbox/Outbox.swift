import Database
public import Interop
public import Messaging
public import Service
import Synchronization
public import Wire

/// Gives out the receipts that the broker does not have yet, in the order of their numbers.
///
/// The journal stores them; this tracks the position of the present connection. If the broker discards
/// receipts of one kind, because no client subscribes (MQTT 5.0, 3.4.2.1) or the box may not publish
/// there, that kind pauses; after the pause one receipt probes whether the broker accepts it. The other
/// kind continues.
public final class Outbox: Service, PublicationSource {
  /// The receipts of one kind are held back.
  private struct Pause {
    /// Whether a probe was discarded as well.
    let isRepeated: Bool
    /// Whether the pause is over and one receipt may be sent as a probe.
    var isProbing = false
  }

  private struct Position {
    /// The number of the last receipt that was considered on this connection.
    var cursor: Int64 = 0
    /// Given out and not acknowledged.
    var inFlight: [Int64: Receipt.Kind] = [:]
    var pauses: [Receipt.Kind: Pause] = [:]

    /// Whether a receipt may be given out; if so, it counts as in flight.
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
  ///   - journal: Stores the receipts.
  ///   - topics: The box's topics.
  ///   - backoff: The pauses after the broker has discarded a receipt.
  ///   - log: The log.
  ///   - wake: Wakes the link when there are receipts to publish.
  ///   - observe: Called at the step `receipt-published`.
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

  /// Publishes receipts again that a monitor has missed.
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
  /// If the journal cannot be written, the receipts are published again after a restart.
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
