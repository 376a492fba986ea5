import MQTT
import Synchronization
import Testing

/// The owner of a link as tests need it: it tells what happened, and keeps an outbox in memory.
final class Owner: MQTTLinkEvents {
  private struct Outbox {
    var waiting: [MQTTPublication] = []
    var given: Set<Int64> = []
  }

  let states: AsyncStream<MQTTLinkState>
  let turns: AsyncStream<[MQTTMessage]>
  let acknowledgements: AsyncStream<Void>
  let outcomes: AsyncStream<[MQTTPublished]>
  /// The ends of turns, with the tokens that had been given out by then.
  let ends: AsyncStream<Set<Int64>>
  private let state: AsyncStream<MQTTLinkState>.Continuation
  private let turn: AsyncStream<[MQTTMessage]>.Continuation
  private let acknowledgement: AsyncStream<Void>.Continuation
  private let outcome: AsyncStream<[MQTTPublished]>.Continuation
  private let end: AsyncStream<Set<Int64>>.Continuation
  private let presence: MQTTPresence
  private let unready: Mutex<[any Error]>
  private let keep: @Sendable (Owner, [MQTTMessage]) throws -> Void
  private let contents = Mutex(Outbox())

  /// - Parameters:
  ///   - presence: What each connection tells the world.
  ///   - outbox: What is there to publish from the start.
  ///   - unready: What the first attempts to connect are refused with, one each.
  ///   - keep: Runs inside `received`, on the link's thread.
  init(
    presence: MQTTPresence = MQTTPresence(), outbox: [MQTTPublication] = [],
    unready: [any Error] = [],
    keep: @escaping @Sendable (Owner, [MQTTMessage]) throws -> Void = { _, _ in }
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

  func add(_ publications: [MQTTPublication]) {
    contents.withLock { $0.waiting += publications }
  }

  func connecting() throws -> MQTTPresence {
    let refusal = unready.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let refusal { throw refusal }
    return presence
  }

  func received(_ messages: [MQTTMessage]) throws {
    try keep(self, messages)
    turn.yield(messages)
  }

  func acknowledged() { acknowledgement.yield() }

  func turned() { end.yield(contents.withLock { $0.given }) }

  func outbox(atMost count: Int) -> [MQTTPublication] {
    contents.withLock { outbox in
      let next = outbox.waiting.filter { !outbox.given.contains($0.token) }.prefix(count)
      outbox.given.formUnion(next.map(\.token))
      return Array(next)
    }
  }

  func published(_ results: [MQTTPublished]) {
    contents.withLock { outbox in
      let done = Set(results.map(\.token))
      outbox.waiting.removeAll { done.contains($0.token) }
    }
    outcome.yield(results)
  }

  func changed(to state: MQTTLinkState) {
    if case .online = state {} else { contents.withLock { $0.given = [] } }
    self.state.yield(state)
  }
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
  func messages(_ count: Int) async throws -> [MQTTMessage] {
    var messages: [MQTTMessage] = []
    guard count > 0 else { return [] }
    for await turn in turns {
      messages += turn
      if messages.count >= count { return messages }
    }
    throw CancellationError()
  }

  /// Waits for as many outcomes.
  func published(_ count: Int) async throws -> [MQTTPublished] {
    var results: [MQTTPublished] = []
    for await outcome in outcomes {
      results += outcome
      if results.count >= count { return results }
    }
    throw CancellationError()
  }
}
