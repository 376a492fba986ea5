public import Messaging
public import Service
import Synchronization

/// Holds the box's answers, state and health until the broker has them.
///
/// They are in memory only: a caller can request them again.
public final class TransientOutbox: PublicationSource {
  private struct Entry {
    let publication: Publication
    var isGivenOut = false
  }

  private struct State {
    var entries: [Entry] = []
    var lastNumber: Int64 = 0
  }

  /// The most publications that wait for a broker; beyond it the oldest is dropped.
  static let limit = 256

  public let publisher = PublisherName(rawValue: "box")
  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  private let log: Log

  /// Creates an empty outbox.
  ///
  /// - Parameters:
  ///   - log: Where dropped publications are logged.
  ///   - wake: Called when there is something to publish.
  public init(log: Log, wake: @escaping @Sendable () -> Void) {
    self.log = log
    self.wake = wake
  }

  /// Publishes a message, now or once the broker is there.
  ///
  /// A retained message replaces one that still waits for the same topic.
  ///
  /// - Parameter publication: The message; its token is set here.
  public func add(_ publication: Publication) {
    var publication = publication
    let dropped = state.withLock { state -> Publication? in
      if publication.isRetained {
        state.entries.removeAll { $0.publication.topic == publication.topic && !$0.isGivenOut }
      }
      state.lastNumber += 1
      publication.token = PublicationToken(publisher, state.lastNumber)
      state.entries.append(Entry(publication: publication))
      return state.entries.count > Self.limit ? state.entries.removeFirst().publication : nil
    }
    if let dropped { log(.warning, "message dropped, too many wait", ["topic": dropped.topic]) }
    wake()
  }

  public func restart() {
    state.withLock { state in
      for index in state.entries.indices { state.entries[index].isGivenOut = false }
    }
  }

  public func next(atMost count: Int) -> [Publication] {
    state.withLock { state in
      var next: [Publication] = []
      for index in state.entries.indices where next.count < count {
        guard !state.entries[index].isGivenOut else { continue }
        state.entries[index].isGivenOut = true
        next.append(state.entries[index].publication)
      }
      return next
    }
  }

  /// Drops what the broker has answered, whatever the answer was.
  ///
  /// - Parameter results: Results of publications of this outbox.
  public func note(_ results: [PublicationResult]) {
    let tokens = Set(results.map(\.token))
    state.withLock { state in
      state.entries.removeAll { $0.publication.token.map(tokens.contains) ?? false }
    }
  }
}
