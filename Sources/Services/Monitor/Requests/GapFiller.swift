import Interop
import Service
import Synchronization
import Wire

/// Asks boxes for receipts that did not come, until they have come.
struct GapFiller: Service {
  let name = "gaps"

  /// How many boxes are asked at once: each may send thousands of receipts.
  static let mostAsked = 8

  private struct Wish {
    var notBefore: ContinuousClock.Instant
    var pause = Duration.seconds(30)
    /// Whether the box has just come back, or the monitor's session was lost: what it sent last may be
    /// missing.
    var isReturn = false
  }

  private final class Wishes: Sendable {
    let all = Mutex<[BoxName: Wish]>([:])
    /// How many boxes are being asked.
    let asked = Atomic(0)
    let signal = AsyncSignal()
  }

  private let fleet: Fleet
  private let requestClient: RequestClient
  private let log: Log
  private let wishes = Wishes()
  private let patience: Duration

  init(fleet: Fleet, requestClient: RequestClient, log: Log, patience: Duration = .seconds(20)) {
    self.fleet = fleet
    self.requestClient = requestClient
    self.log = log
    self.patience = patience
  }

  /// Looks whether a batch leaves something to ask for.
  func take(_ news: BatchEffects) {
    let gapped = news.receipts.map(\.attempt.key.box).filter { box in
      fleet.withState { $0.boxes[box]?.record.sequence.gaps.isEmpty == false }
    }
    guard !gapped.isEmpty || !news.returned.isEmpty else { return }
    let isNew = wishes.all.withLock { wishes in
      let before = wishes.count
      for box in gapped where wishes[box] == nil { wishes[box] = Wish(notBefore: .now) }
      for box in news.returned {
        let pause = wishes[box]?.pause ?? .seconds(30)
        wishes[box] = Wish(notBefore: .now, pause: pause, isReturn: true)
      }
      return wishes.count > before || !news.returned.isEmpty
    }
    if isNew { wishes.signal.notify() }
  }

  /// Asks all boxes that are online: the broker has lost what it kept for this monitor.
  func sessionLost() {
    let online = fleet.withState { state in
      state.boxes.values.map(\.record).filter { $0.state == .online }.map(\.name)
    }
    guard !online.isEmpty else { return }
    wishes.all.withLock { wishes in
      for box in online { wishes[box] = Wish(notBefore: .now, isReturn: true) }
    }
    wishes.signal.notify()
  }

  func run() async throws {
    fleet.withState { state in
      wishes.all.withLock { wishes in
        for entry in state.boxes.values where !entry.record.sequence.gaps.isEmpty {
          let box = entry.record.name
          if wishes[box] == nil { wishes[box] = Wish(notBefore: .now) }
        }
      }
    }
    // Those that do not answer must not keep the others waiting.
    try await withThrowingDiscardingTaskGroup { group in
      while true {
        let room = Self.mostAsked - wishes.asked.load(ordering: .relaxed)
        for (box, isReturn) in dueBoxes(atMost: room) {
          wishes.asked.add(1, ordering: .relaxed)
          group.addTask {
            await ask(box, isReturn: isReturn)
            wishes.asked.subtract(1, ordering: .relaxed)
            wishes.signal.notify()
          }
        }
        let next = wishes.all.withLock { $0.values.map(\.notBefore).min() }
        if let next, wishes.asked.load(ordering: .relaxed) < Self.mostAsked {
          await wishes.signal.wait(atMost: max(.zero, next - .now))
        } else {
          await wishes.signal.wait()
        }
        try Task.checkCancellation()
      }
    }
  }

  private func dueBoxes(atMost count: Int) -> [(BoxName, isReturn: Bool)] {
    let now = ContinuousClock.now
    return wishes.all.withLock { wishes in
      let due = wishes.filter { $0.value.notBefore <= now }.prefix(count)
      return due.map { box, wish in
        wishes[box]?.notBefore = now + wish.pause
        wishes[box]?.pause = min(wish.pause * 2, .seconds(600))
        wishes[box]?.isReturn = false
        return (box, wish.isReturn)
      }
    }
  }

  private func ask(_ box: BoxName, isReturn: Bool) async {
    guard let record = fleet.withState({ $0.boxes[box]?.record }),
      isReturn || !record.sequence.gaps.isEmpty
    else {
      forget(box)
      return
    }
    guard record.state == .online else {
      // It is asked when it comes back.
      forget(box)
      return
    }
    let since = (record.sequence.gaps.first?.first).map { $0 - 1 } ?? record.sequence.head
    let reply = await requestClient.ask(box, .receipts(since: since), patience: patience)
    switch reply {
    case .answered(.ok):
      log(.info, "receipts asked for again", ["box": "\(box)", "since": String(since)])
      // They come now; whatever is still missing then is asked for again after the pause.
      if record.sequence.gaps.isEmpty { forget(box) }
    case .answered(.error(let error)):
      log(.warning, "receipts refused", ["box": "\(box)", "error": error])
    case .unreachable where record.sequence.gaps.isEmpty:
      // It is asked when it comes back.
      log(.debug, "not there to be asked about receipts", ["box": "\(box)"])
    case .unreachable, .silence:
      log(.warning, "no answer about receipts", ["box": "\(box)"])
    }
  }

  private func forget(_ box: BoxName) {
    wishes.all.withLock { wishes in
      // Unless there is a new reason since.
      if wishes[box]?.isReturn == false { wishes[box] = nil }
    }
  }
}
