public import Fleet
import Synchronization
public import Wire

/// The current state of the fleet in memory: what the page, the metrics and the alarms read.
///
/// It holds nothing that is not stored.
public final class FleetView: Sendable {
  /// A box as it is now.
  struct Entry: Sendable {
    var record: BoxRecord
    /// Grows with each change of any box, so that a reader can ask for what is newer.
    var version: Int64
  }

  /// Something that happened to an order.
  struct OrderEvent: Sendable {
    let version: Int64
    let attempt: Attempt
    /// What it was: `published`, `delivered`, or `handled`.
    let step: String
    /// How the receipt relates to earlier ones of its attempt, if the event is a receipt.
    let mark: Attempt.Mark?
    let at: Timestamp
  }

  /// Whether the database takes what is to be stored.
  struct DatabaseCondition: Sendable, Equatable {
    var lastCommit: Timestamp?
    /// How long the last messages took to be stored.
    var lastLag = Duration.zero
    /// When the messages arrived that are being stored now.
    var storingSince: Timestamp?
    /// Since when it fails, and why.
    var failingSince: Timestamp?
    var failure: String?

    /// The age of the oldest message that has arrived and is not stored; without one, how long the last
    /// messages took.
    func lag(at moment: Timestamp) -> Duration {
      max(
        .zero, [storingSince, failingSince].compactMap { $0 }.min().map { moment - $0 } ?? lastLag)
    }
  }

  /// Everything that is known, behind one lock.
  struct State: Sendable {
    var boxes: [BoxName: Entry] = [:]
    var stores: [Identifier: Set<BoxName>] = [:]
    var version: Int64 = 0
    var window = Window()
    var counters = Counters()
    var recent: [OrderEvent] = []
    var database = DatabaseCondition()
    var brokerIsOnline = false
    /// Why the broker is not reachable.
    var brokerFailure: String?
  }

  /// How many order events are kept for browsers that reconnect.
  static let mostRecent = 500

  private let state: Mutex<State>
  private let mostBoxes: Int

  /// Starts with the boxes that are expected.
  ///
  /// - Parameters:
  ///   - roster: The boxes that are expected.
  ///   - mostBoxes: How many boxes there may be: messages of further ones are counted and dropped.
  public init(roster: [BoxName] = [], mostBoxes: Int = 20_000) {
    var state = State()
    for name in roster { state.put(BoxRecord(name)) }
    self.state = Mutex(state)
    self.mostBoxes = mostBoxes
  }

  /// Loads the stored boxes.
  func load(_ records: [BoxRecord]) {
    state.withLock { state in
      for record in records { state.put(record) }
    }
  }

  /// Loads the stored orders of the last minutes into the counters.
  func load(_ attempts: [Attempt], at moment: Timestamp) {
    state.withLock { state in
      // The newest slot is now's, whichever attempts there are.
      state.window.change(at: moment) { _ in }
      for attempt in attempts {
        let steps = (attempt.publishedAt, attempt.deliveredAt, attempt.handledAt)
        if let at = steps.0, at <= moment { state.window.change(at: at) { $0.published += 1 } }
        if let at = steps.1, at <= moment { state.window.change(at: at) { $0.delivered += 1 } }
        if let at = steps.2, at <= moment { state.window.change(at: at) { $0.handle(attempt) } }
      }
    }
  }

  /// Looks boxes up one by one.
  var directory: BoxDirectory { BoxDirectory(fleet: self) }

  /// Reads or changes the state under the lock.
  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// Applies a batch that has just been stored.
  ///
  /// - Parameters:
  ///   - changes: What has been stored.
  ///   - effects: What else the batch leads to.
  ///   - moment: When the messages arrived.
  ///   - committed: When they were stored.
  func apply(
    _ changes: FleetChanges, _ effects: BatchEffects, at moment: Timestamp, committed: Timestamp
  ) {
    state.withLock { state in
      for record in changes.boxes.values { state.put(record) }
      state.counters.published += effects.published
      state.counters.ignored += effects.ignored
      state.counters.unreadable += effects.unreadable
      state.counters.rejected += effects.rejected
      state.window.change(at: moment) { $0.published += effects.published }
      for attempt in effects.commands { state.append(attempt, "published", nil, at: moment) }
      for receipt in effects.receipts { state.count(receipt, at: moment) }
      state.database = DatabaseCondition(lastCommit: committed, lastLag: committed - moment)
    }
  }

  /// Records that messages have arrived that are now to be stored.
  func storing(since moment: Timestamp) {
    state.withLock { $0.database.storingSince = moment }
  }

  /// Records that a batch could not be stored.
  func databaseFailed(_ reason: String, at moment: Timestamp) {
    state.withLock { state in
      state.counters.writeFailures += 1
      state.database.failingSince = state.database.failingSince ?? moment
      state.database.failure = reason
      state.database.storingSince = nil
    }
  }

  /// Records the state of the link to the broker.
  ///
  /// - Parameters:
  ///   - isOnline: Whether the link is up with all its subscriptions.
  ///   - failure: Why it is not.
  public func broker(isOnline: Bool, failure: String? = nil) {
    state.withLock { state in
      if isOnline, !state.brokerIsOnline { state.counters.connections += 1 }
      state.brokerIsOnline = isOnline
      state.brokerFailure = failure
    }
  }

  /// Looks boxes up one by one: copying all of them would cost more than the lock.
  struct BoxDirectory {
    let fleet: FleetView

    /// The record of a box.
    subscript(box: BoxName) -> BoxRecord? { fleet.withState { $0.boxes[box]?.record } }

    /// How many more boxes there may be.
    var room: Int { fleet.withState { max(0, fleet.mostBoxes - $0.boxes.count) } }

    /// One box, or all known boxes of the store if `box` is `nil`.
    func boxes(store: Identifier, box: Identifier?) -> [BoxName] {
      if let box { return [BoxName(store: store, box: box)] }
      return fleet.withState { $0.stores[store].map { $0.sorted() } ?? [] }
    }
  }
}

extension FleetView: ReceiptStatusProvider {
  public var boxesWithGaps: [BoxName] {
    withState { state in
      state.boxes.values.map(\.record).filter { !$0.sequence.gaps.isEmpty }.map(\.name)
    }
  }

  public var onlineBoxes: [BoxName] {
    withState { state in
      state.boxes.values.map(\.record).filter { $0.state == .online }.map(\.name)
    }
  }

  public func receiptStatus(of box: BoxName) -> ReceiptStatus? {
    withState { state in
      guard let record = state.boxes[box]?.record else { return nil }
      return ReceiptStatus(isOnline: record.state == .online, sequence: record.sequence)
    }
  }
}

extension FleetView.State {
  mutating func put(_ record: BoxRecord) {
    version += 1
    boxes[record.name] = FleetView.Entry(record: record, version: version)
    stores[record.name.store, default: []].insert(record.name)
  }

  mutating func count(_ receipt: BatchEffects.StoredReport, at moment: Timestamp) {
    counters.marks[receipt.mark, default: 0] += 1
    // Repeated receipts are shown as well: an order's timeline is not complete without them.
    append(receipt.attempt, receipt.kind.rawValue, receipt.mark, at: moment)
    guard receipt.mark == .first || receipt.mark == .late else { return }
    switch (receipt.kind, receipt.attempt.outcome) {
    case (.delivered, _):
      counters.delivered += 1
      window.change(at: moment) { $0.delivered += 1 }
    case (.handled, let outcome?):
      counters.handled[outcome.label, default: 0] += 1
      counters.add(receipt.attempt)
      window.change(at: moment) { $0.handle(receipt.attempt) }
    default: break
    }
  }

  mutating func append(
    _ attempt: Attempt, _ step: String, _ mark: Attempt.Mark?, at moment: Timestamp
  ) {
    version += 1
    recent.append(
      FleetView.OrderEvent(version: version, attempt: attempt, step: step, mark: mark, at: moment))
    if recent.count > FleetView.mostRecent * 2 {
      recent.removeFirst(recent.count - FleetView.mostRecent)
    }
  }
}
