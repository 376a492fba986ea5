import Synchronization
public import Wire

/// What is true of the fleet now, in memory: what the page, the metrics and the alarms look at.
///
/// It never knows more than what is written down.
public final class Fleet: Sendable {
  /// A box as it is now.
  struct Entry: Sendable {
    var record: BoxRecord
    /// Grows with each change of any box: who has seen up to a version asks for what is newer.
    var version: Int64
  }

  /// Something that happened to an order.
  struct Happening: Sendable {
    let version: Int64
    let attempt: Attempt
    /// What it was: `published`, `delivered`, or `handled`.
    let step: String
    /// What the receipt was among those of its attempt, if it was one.
    let mark: Attempt.Mark?
    let at: Timestamp
  }

  /// How the store does.
  struct DatabaseCondition: Sendable, Equatable {
    var lastCommit: Timestamp?
    /// How long the last messages took to be stored.
    var lastLag = Duration.zero
    /// Since when messages are on their way into it.
    var storingSince: Timestamp?
    /// Since when it takes nothing, and why.
    var failingSince: Timestamp?
    var failure: String?

    /// The age of the oldest message that has come and is not stored, or how long the last ones took.
    func lag(at moment: Timestamp) -> Duration {
      max(
        .zero, [storingSince, failingSince].compactMap { $0 }.min().map { moment - $0 } ?? lastLag)
    }
  }

  /// All of it.
  struct State: Sendable {
    var boxes: [BoxName: Entry] = [:]
    var stores: [Identifier: Set<BoxName>] = [:]
    var version: Int64 = 0
    var window = Window()
    var counters = Counters()
    var recent: [Happening] = []
    var store = DatabaseCondition()
    var brokerIsOnline = false
    var brokerTrouble: String?
  }

  /// How many happenings are remembered for those who have just missed them.
  static let mostRecent = 500

  private let state: Mutex<State>
  private let mostBoxes: Int

  /// Starts with the boxes that are expected.
  ///
  /// - Parameters:
  ///   - roster: Boxes that are expected.
  ///   - mostBoxes: How many boxes there may be: what others say is counted and not kept.
  public init(roster: [BoxName] = [], mostBoxes: Int = 20_000) {
    var state = State()
    for name in roster { state.put(BoxRecord(name)) }
    self.state = Mutex(state)
    self.mostBoxes = mostBoxes
  }

  /// Takes in what was written down before.
  func load(_ records: [BoxRecord]) {
    state.withLock { state in
      for record in records { state.put(record) }
    }
  }

  /// Counts what happened in the last minutes, as it was written down before.
  func load(_ attempts: [Attempt], at moment: Timestamp) {
    state.withLock { state in
      // Nothing that is older than the newest slot's time may make it the newest.
      state.window.change(at: moment) { _ in }
      for attempt in attempts {
        let steps = (attempt.publishedAt, attempt.deliveredAt, attempt.handledAt)
        if let at = steps.0, at <= moment { state.window.change(at: at) { $0.published += 1 } }
        if let at = steps.1, at <= moment { state.window.change(at: at) { $0.delivered += 1 } }
        if let at = steps.2, at <= moment { state.window.change(at: at) { $0.handle(attempt) } }
      }
    }
  }

  /// What those need to know who work out changes.
  var view: View { View(fleet: self) }

  /// Looks at it, or changes it.
  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// Takes in what has just been written down.
  ///
  /// - Parameters:
  ///   - changes: What has been written down.
  ///   - news: What else there is to tell.
  ///   - moment: When the messages came.
  ///   - committed: When they had been written down.
  func apply(
    _ changes: FleetChanges, _ news: BatchEffects, at moment: Timestamp, committed: Timestamp
  ) {
    state.withLock { state in
      for record in changes.boxes.values { state.put(record) }
      state.counters.published += news.published
      state.counters.unreadable += news.unreadable
      state.counters.strangers += news.strangers
      state.window.change(at: moment) { $0.published += news.published }
      for attempt in news.commands { state.note(attempt, "published", nil, at: moment) }
      for told in news.receipts { state.take(told, at: moment) }
      state.store = DatabaseCondition(lastCommit: committed, lastLag: committed - moment)
    }
  }

  /// Notes that messages have come, which are now to be stored.
  func storing(since moment: Timestamp) {
    state.withLock { $0.store.storingSince = moment }
  }

  /// Notes that the store takes nothing.
  func storeFailed(_ reason: String, at moment: Timestamp) {
    state.withLock { state in
      state.counters.storeFailures += 1
      state.store.failingSince = state.store.failingSince ?? moment
      state.store.failure = reason
      state.store.storingSince = nil
    }
  }

  /// Notes where the link to the broker stands.
  ///
  /// - Parameters:
  ///   - isOnline: Whether all subscriptions stand.
  ///   - trouble: Why not.
  public func broker(isOnline: Bool, trouble: String? = nil) {
    state.withLock { state in
      if isOnline, !state.brokerIsOnline { state.counters.connections += 1 }
      state.brokerIsOnline = isOnline
      state.brokerTrouble = trouble
    }
  }

  /// The boxes as they are when somebody looks: copying them all would cost more than the lock.
  struct View {
    let fleet: Fleet

    /// The record of a box.
    subscript(box: BoxName) -> BoxRecord? { fleet.withState { $0.boxes[box]?.record } }
    /// How many more boxes there may be.
    var room: Int { fleet.withState { max(0, fleet.mostBoxes - $0.boxes.count) } }
    /// The boxes of a store.
    func boxes(of store: Identifier) -> [BoxName] {
      fleet.withState { $0.stores[store].map { $0.sorted() } ?? [] }
    }
  }
}

extension Fleet.State {
  mutating func put(_ record: BoxRecord) {
    version += 1
    boxes[record.name] = Fleet.Entry(record: record, version: version)
    stores[record.name.store, default: []].insert(record.name)
  }

  mutating func take(_ told: BatchEffects.ReceiptNews, at moment: Timestamp) {
    counters.marks[told.mark, default: 0] += 1
    // What says nothing new is shown as well: an order's way is not whole without it.
    note(told.attempt, told.kind.rawValue, told.mark, at: moment)
    guard told.mark == .first || told.mark == .late else { return }
    switch (told.kind, told.attempt.outcome) {
    case (.delivered, _):
      counters.delivered += 1
      window.change(at: moment) { $0.delivered += 1 }
    case (.handled, let outcome?):
      counters.handled[outcome.label, default: 0] += 1
      counters.add(told.attempt)
      window.change(at: moment) { $0.handle(told.attempt) }
    case (.handled, nil): break
    }
  }

  mutating func note(
    _ attempt: Attempt, _ step: String, _ mark: Attempt.Mark?, at moment: Timestamp
  ) {
    version += 1
    recent.append(
      Fleet.Happening(version: version, attempt: attempt, step: step, mark: mark, at: moment))
    if recent.count > Fleet.mostRecent * 2 { recent.removeFirst(recent.count - Fleet.mostRecent) }
  }
}
