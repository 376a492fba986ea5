import MQTT
import Messaging
import Synchronization
import Testing

/// The owner of a link as tests need it: it tells what happened, and gives out
/// publications from memory.
final class Owner: LinkEvents, PublicationSource {
  private struct Outbox {
    var waiting: [Publication] = []
    var given: Set<PublicationToken> = []
  }

  let states: AsyncStream<LinkState>
  let turns: AsyncStream<[Message]>
  let acknowledgements: AsyncStream<Void>
  let outcomes: AsyncStream<[PublicationResult]>
  /// The ends of turns, with the tokens that had been given out by then.
  let ends: AsyncStream<Set<PublicationToken>>
  private let state: AsyncStream<LinkState>.Continuation
  private let turn: AsyncStream<[Message]>.Continuation
  private let acknowledgement: AsyncStream<Void>.Continuation
  private let outcome: AsyncStream<[PublicationResult]>.Continuation
  private let end: AsyncStream<Set<PublicationToken>>.Continuation
  private let presence: PresenceMessages
  private let unready: Mutex<[any Error]>
  private let keep: @Sendable (Owner, [Message]) throws -> Void
  private let contents = Mutex(Outbox())

  /// - Parameters:
  ///   - presence: What each connection tells the world.
  ///   - outbox: What is there to publish from the start.
  ///   - unready: What the first attempts to connect are refused with, one each.
  ///   - keep: Runs inside `received`, on the link's thread.
  init(
    presence: PresenceMessages = PresenceMessages(), outbox: [Publication] = [],
    unready: [any Error] = [],
    keep: @escaping @Sendable (Owner, [Message]) throws -> Void = { _, _ in }
  ) {
    (states, state) = AsyncStream.makeStream()
    (turns, turn) = AsyncStream.makeStream()
    (acknowledgements, acknowledgement) = AsyncStream.makeStream()
    (outcomes, outcome) = AsyncStream.makeStream()
    (ends, end) = AsyncStream.makeStream()
    self.presence = presence
    self.unready = Mutex(unready)
    self.keep = keep
    add(outbox)
  }

  func add(_ publications: [Publication]) {
    contents.withLock { $0.waiting += publications }
  }

  func connecting() throws -> PresenceMessages {
    let refusal = unready.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let refusal { throw refusal }
    return presence
  }

  func received(_ messages: [Message]) throws {
    try keep(self, messages)
    turn.yield(messages)
  }

  func acknowledged() { acknowledgement.yield() }

  func turned() { end.yield(contents.withLock { $0.given }) }

  var publisher: PublisherName { .owner }

  var sources: [any PublicationSource] { [self] }

  func restart() { contents.withLock { $0.given = [] } }

  func next(atMost count: Int) -> [Publication] {
    contents.withLock { outbox in
      let next = outbox.waiting.filter { $0.token.map { !outbox.given.contains($0) } ?? true }
        .prefix(count)
      outbox.given.formUnion(next.compactMap(\.token))
      return Array(next)
    }
  }

  func note(_ results: [PublicationResult]) {
    contents.withLock { outbox in
      let done = Set(results.map(\.token))
      outbox.waiting.removeAll { $0.token.map { done.contains($0) } ?? false }
    }
    outcome.yield(results)
  }

  func changed(to state: LinkState) { self.state.yield(state) }
}

/// Waiting for what the link does.
extension Owner {
  /// Waits until the link is online.
  ///
  /// - Returns: Whether the broker had kept the session.
  @discardableResult
  func online() async throws -> Bool {
    for await state in states { if case .online(let present) = state { return present } }
    throw CancellationError()
  }

  /// Waits until the link is offline.
  ///
  /// - Returns: Why.
  func offline() async throws -> MQTTError {
    for await state in states { if case .offline(let error) = state { return error } }
    throw CancellationError()
  }

  /// Waits for as many messages.
  func messages(_ count: Int) async throws -> [Message] {
    var messages: [Message] = []
    guard count > 0 else { return [] }
    for await turn in turns {
      messages += turn
      if messages.count >= count { return messages }
    }
    throw CancellationError()
  }

  /// Waits for as many outcomes.
  func published(_ count: Int) async throws -> [PublicationResult] {
    var results: [PublicationResult] = []
    for await outcome in outcomes {
      results += outcome
      if results.count >= count { return results }
    }
    throw CancellationError()
  }
}

extension PublisherName {
  /// The owner of a link under test.
  static let owner = PublisherName(rawValue: "owner")
}
