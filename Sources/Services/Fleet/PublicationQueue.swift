public import Messaging
import Synchronization

/// Publishes messages over the program's link and waits for the broker's acknowledgement.
///
/// What waits here is in memory: a publication without an acknowledgement in time is dropped, and its
/// caller gets ``Confirmation/unconfirmed(reason:)``. What must survive a restart is published by a
/// ``DurableDelivery`` from a table.
public final class PublicationQueue: PublicationSource {
  /// What came of a publication.
  public enum Confirmation: Sendable, Equatable {
    /// The broker has it.
    case accepted
    /// The broker has discarded it, as no client subscribes to the topic.
    case noSubscribers
    /// The broker has refused it.
    case refused(reason: String)
    /// The broker has not acknowledged it; it may have arrived all the same.
    case unconfirmed(reason: String)
  }

  private struct Entry {
    let publication: Publication
    let confirmations: AsyncStream<Confirmation>.Continuation
    var isSent = false
  }

  private struct State {
    var entries: [Int64: Entry] = [:]
    /// The numbers of the entries that were not given out yet, oldest first; some may be gone.
    var waiting: [Int64] = []
    var lastNumber: Int64 = 0
  }

  public let publisher = PublisherName(rawValue: "queue")
  private let capacity: Int
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - capacity: The most publications that may wait or be unacknowledged.
  ///   - wake: Wakes the link when there is something to publish.
  public init(capacity: Int = 1000, wake: @escaping @Sendable () -> Void) {
    self.capacity = capacity
    self.wake = wake
  }

  /// Publishes a message and waits for the broker's acknowledgement.
  ///
  /// - Parameters:
  ///   - publication: The message; its token is replaced.
  ///   - timeout: How long it may take, the time without a connection included.
  /// - Returns: What came of it.
  public func publish(_ publication: Publication, timeout: Duration) async -> Confirmation {
    let (confirmations, continuation) = AsyncStream.makeStream(
      of: Confirmation.self, bufferingPolicy: .bufferingNewest(1))
    guard let number = add(publication, continuation) else {
      return .unconfirmed(reason: "too many messages are waiting for the broker")
    }
    defer { state.withLock { $0.entries[number] = nil } }
    wake()
    return await withTaskGroup { group in
      group.addTask {
        for await confirmation in confirmations { return confirmation }
        return Confirmation.unconfirmed(reason: "cancelled")
      }
      group.addTask {
        do { try await Task.sleep(for: timeout) } catch { return .unconfirmed(reason: "cancelled") }
        return .unconfirmed(reason: "the broker did not acknowledge it")
      }
      defer { group.cancelAll() }
      return await group.next() ?? .unconfirmed(reason: "cancelled")
    }
  }

  private func add(
    _ publication: Publication, _ continuation: AsyncStream<Confirmation>.Continuation
  ) -> Int64? {
    state.withLock { state in
      guard state.entries.count < capacity else { return nil }
      state.lastNumber += 1
      var publication = publication
      publication.token = PublicationToken(publisher, state.lastNumber)
      state.entries[state.lastNumber] = Entry(
        publication: publication, confirmations: continuation)
      state.waiting.append(state.lastNumber)
      return state.lastNumber
    }
  }

  /// Gives out the next publications; each is given out once.
  ///
  /// - Parameter count: The most to give out.
  /// - Returns: The publications, in the order in which they are to be published.
  public func next(atMost count: Int) -> [Publication] {
    state.withLock { state in
      var publications: [Publication] = []
      var read = 0
      for number in state.waiting {
        guard publications.count < count else { break }
        read += 1
        // Its caller may have given up.
        guard let publication = state.entries[number]?.publication else { continue }
        state.entries[number]?.isSent = true
        publications.append(publication)
      }
      state.waiting.removeFirst(read)
      return publications
    }
  }

  /// Gives up what the last connection did not confirm: the callers know whether to publish it again.
  public func restart() {
    let lost = state.withLock { state in
      state.entries.values.filter(\.isSent).map(\.confirmations)
    }
    for confirmations in lost { confirmations.yield(.unconfirmed(reason: "connection lost")) }
  }

  public func note(_ results: [PublicationResult]) {
    for result in results {
      let confirmations = state.withLock { $0.entries[result.token.number]?.confirmations }
      switch result.status {
      case .accepted: confirmations?.yield(.accepted)
      case .noSubscribers: confirmations?.yield(.noSubscribers)
      case .refused(let reason): confirmations?.yield(.refused(reason: reason))
      }
    }
  }
}
