import Service
import Synchronization

/// What the announcements must react to; from any thread.
public final class EventQueue: Sendable {
  enum Event: Sendable, Equatable {
    /// Commands up to this number in the journal have been accepted; they came at `since`, by the
    /// computer's own clock.
    case accepted(upTo: Int64, since: Duration)
    /// Something that concerns the queue itself.
    case queue(QueueEvent)
  }

  private let events = Mutex<[Event]>([])
  private let signal = AsyncSignal()

  /// Makes an empty one.
  public init() {}

  /// Reports that the box's own button was pressed.
  public func press() { post(.queue(.pressed)) }

  /// Adds an event and wakes the announcer.
  func post(_ event: Event) {
    add([event])
    wake()
  }

  /// Adds events without waking the announcer.
  func add(_ new: [Event]) {
    guard !new.isEmpty else { return }
    events.withLock { events in
      for event in new {
        // One reading of the journal is enough for all that came together.
        if case .accepted(_, let since) = event, case .accepted(_, since) = events.last {
          events[events.count - 1] = event
        } else {
          events.append(event)
        }
      }
    }
  }

  /// Wakes the announcer if there are events.
  func wake() {
    if events.withLock({ !$0.isEmpty }) { signal.notify() }
  }

  /// Takes all events.
  func take() -> [Event] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Waits for an event, or until a time limit.
  func wait(atMost limit: Duration?) async {
    if let limit { await signal.wait(atMost: limit) } else { await signal.wait() }
  }
}
