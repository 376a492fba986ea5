public import Messaging
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
  ///   - messages: The messages, in their order; retained ones are ignored, since they would be
  ///     announced at every restart.
  ///   - moment: When they arrived.
  ///   - waking: Whether to wake the announcer; if `false`, call ``wake()`` soon.
  /// - Throws: `DatabaseError` if they are not on the disk; then they must not be acknowledged.
  public func take(_ messages: [Message], at moment: Moment, waking: Bool = true) throws {
    let parsed = messages.compactMap { parse($0, at: moment) }
    guard !parsed.isEmpty else { return }
    context.observe(.received)
    let results = try context.journal.take(parsed)
    context.observe(.committed)
    for result in results { report(result) }
    context.eventQueue.add(results.compactMap(\.event))
    if waking { wake() }
    context.status.received(parsed.count, at: moment.wall)
  }

  /// Wakes the announcer if there is something new.
  public func wake() { context.eventQueue.wake() }

  private func parse(_ message: Message, at moment: Moment) -> ParsedMessage? {
    if message.isRetained {
      context.log(.warning, "retained message ignored", ["topic": message.topic])
      return nil
    }
    guard message.payload.count <= Self.largestPayload else {
      let fault = "\(message.payload.count) bytes long, more than \(Self.largestPayload)"
      return ParsedMessage(
        topic: message.topic, payload: [], moment: moment,
        content: .refused(id: digest(message), Refusal("message", fault)))
    }
    return ParsedMessage(
      topic: message.topic, payload: message.payload, moment: moment,
      content: content(of: message, at: moment))
  }

  private func content(of message: Message, at moment: Moment) -> ParsedMessage.Content {
    let json: JSON
    do {
      json = try JSONReader.read(message.payload)
    } catch {
      return .refused(id: digest(message), Refusal("message", error))
    }
    do throws(Refusal) {
      return .translated(try translator.translate(json, topic: message.topic, at: moment.wall))
    } catch {
      let id = translator.id(of: json, topic: message.topic)
      return .refused(id: id ?? digest(message), error)
    }
  }

  private func digest(_ message: Message) -> String {
    "sha256:\(SHA256.hex(of: Array(message.topic.utf8) + [0] + message.payload))"
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
      log(.info, "order repeated", ["id": result.id])
    case .command(.conflict), .reject:
      log(.warning, "order rejected", ["id": result.id, "reason": result.reason ?? ""])
    }
  }
}

/// A message that has been parsed.
struct ParsedMessage: Sendable {
  /// What it says.
  enum Content: Sendable {
    /// Something to announce, an acknowledgement, or both.
    case translated(Translation)
    /// Nothing that could be announced, under the id it has, or that its bytes give it.
    case refused(id: String, Refusal)
  }

  let topic: String
  /// The payload, or nothing of one that is too long.
  let payload: [UInt8]
  /// When it arrived.
  let moment: Moment
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
