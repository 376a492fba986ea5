import Service
import Synchronization

/// What the queue is still to be told; from any thread.
public final class EventQueue: Sendable {
  private let events = Mutex<[QueueEvent]>([])
  private let signal = AsyncSignal()

  /// Makes an empty one.
  public init() {}

  /// Tells that the box's own button was pressed.
  public func press() { post([.pressed]) }

  func post(_ new: [QueueEvent]) {
    leave(new)
    ring()
  }

  /// Tells something without waking the queue.
  func leave(_ new: [QueueEvent]) {
    if !new.isEmpty { events.withLock { $0 += new } }
  }

  /// Wakes the queue, if there is something new.
  func ring() {
    if events.withLock({ !$0.isEmpty }) { signal.notify() }
  }

  /// Takes all that has come.
  func take() -> [QueueEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Waits until something comes, or for a while.
  func wait(atMost limit: Duration?) async {
    if let limit { await signal.wait(atMost: limit) } else { await signal.wait() }
  }
}
