public import Orders
import Service
import Digest
import Wire

/// Reads what the broker delivers and stores it with its `delivered` receipt.
///
/// A message that cannot be read or announced is stored as well, with a `rejected` receipt that names
/// the field and the fault: nothing is dropped silently, and nothing is delivered twice because it was
/// bad.
public struct Inbox: Sendable {
  /// The largest message that is read, in bytes.
  public static let largestPayload = 65_536

  private let context: BoxContext
  private let translator: Translator

  /// Makes an inbox.
  ///
  /// - Parameters:
  ///   - context: What the box's parts share.
  ///   - translator: Reads order messages.
  public init(_ context: BoxContext, translator: Translator) {
    self.context = context
    self.translator = translator
  }

  /// Stores messages, all in one transaction.
  ///
  /// - Parameters:
  ///   - arrivals: The messages, in their order; retained ones are ignored, since they would be
  ///     announced at every restart.
  ///   - waking: Whether to wake the announcer; if `false`, call ``wake()`` soon.
  /// - Throws: `DatabaseError` if they are not on the disk; then they must not be acknowledged.
  public func take(_ arrivals: [Arrival], waking: Bool = true) throws {
    let messages = arrivals.compactMap(read)
    guard !messages.isEmpty else { return }
    context.observe(.received)
    let results = try context.journal.take(messages)
    context.observe(.committed)
    for result in results { report(result) }
    context.eventQueue.add(results.compactMap(\.event))
    if waking { wake() }
    if let last = messages.last {
      context.status.received(messages.count, at: last.arrival.moment.wall)
    }
  }

  /// Wakes the announcer if there is something new.
  public func wake() { context.eventQueue.wake() }

  private func read(_ arrival: Arrival) -> ParsedMessage? {
    if arrival.isRetained {
      context.log(.warning, "retained message ignored", ["topic": arrival.topic])
      return nil
    }
    guard arrival.payload.count <= Self.largestPayload else {
      let fault = "\(arrival.payload.count) bytes long, more than \(Self.largestPayload)"
      return ParsedMessage(
        arrival: Arrival(
          topic: arrival.topic, payload: [], isRetained: false, moment: arrival.moment),
        content: .refused(id: digest(arrival), Refusal("message", fault)))
    }
    return ParsedMessage(arrival: arrival, content: content(of: arrival))
  }

  private func content(of arrival: Arrival) -> ParsedMessage.Content {
    let message: JSON
    do {
      message = try JSONReader.read(arrival.payload)
    } catch {
      return .refused(id: digest(arrival), Refusal("message", error))
    }
    do throws(Refusal) {
      return .translated(
        try translator.translate(message, topic: arrival.topic, at: arrival.moment.wall))
    } catch {
      let id = translator.id(of: message, topic: arrival.topic)
      return .refused(id: id ?? digest(arrival), error)
    }
  }

  private func digest(_ arrival: Arrival) -> String {
    "sha256:\(SHA256.hex(of: Array(arrival.topic.utf8) + [0] + arrival.payload))"
  }

  private func report(_ result: IntakeResult) {
    let log = context.log
    switch result.action {
    case .acknowledge where result.event == nil:
      log(.info, "no alert to acknowledge", ["order": result.id, "by": result.reason ?? ""])
    case .acknowledge:
      log(.info, "order acknowledged", ["order": result.id, "by": result.reason ?? ""])
    case .command(.accept):
      log(.info, "order accepted", ["id": result.id, "attempt": String(result.attempt)])
    case .command(.settle), .command(.cancel):
      log(.info, "order handled elsewhere", ["id": result.id])
    case .command(.repeatReceipts), .command(.repeatDelivered):
      log(.info, "order came again", ["id": result.id])
    case .command(.conflict), .reject:
      log(.warning, "order rejected", ["id": result.id, "reason": result.reason ?? ""])
    }
  }
}

/// An arrival that has been read.
struct ParsedMessage: Sendable {
  /// What it says.
  enum Content: Sendable {
    /// Something to announce, an acknowledgement, or both.
    case translated(Translation)
    /// Nothing that could be announced, under the id it has, or that its bytes give it.
    case refused(id: String, Refusal)
  }

  let arrival: Arrival
  let content: Content
}

/// What became of a message when it was stored.
struct IntakeResult: Sendable, Equatable {
  /// What was done with a message.
  enum Action: Sendable, Equatable {
    /// It was a command, new or a copy.
    case command(DuplicateDecision)
    /// It was not taken.
    case reject
    /// It was no command: it ends the alerts of an order.
    case acknowledge
  }

  /// The command's id, or the order that is acknowledged.
  let id: String
  var attempt = 1
  let action: Action
  /// Why it was refused, or who acknowledges, in words for operations.
  var reason: String?
  /// What the announcer must react to.
  var event: EventQueue.Event?
}
