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
  /// The largest message that is read, in bytes; what is larger is refused.
  public static let largestPayload = 1_048_576

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
    let results =
      parsed.contains(where: \.isStored) ? try context.journal.take(parsed, context.topics) : []
    context.observe(.committed)
    for message in parsed { reportIgnored(message) }
    for result in results { report(result) }
    context.eventQueue.add(results.flatMap(\.events))
    if waking { wake() }
    context.status.received(
      parsed.count, at: parsed.contains(where: \.isStored) ? moment.wall : nil)
  }

  /// Forgets which packets the broker may send again: it has lost the session.
  ///
  /// - Throws: `DatabaseError`.
  public func forgetPackets() throws { try context.journal.forgetPackets() }

  /// Wakes the announcer if there is something new.
  public func wake() { context.eventQueue.wake() }

  private func parse(_ message: Message, at moment: Moment) -> ParsedMessage? {
    if message.isRetained {
      context.log(.warning, "retained message ignored", ["topic": message.topic])
      return nil
    }
    let isLarge = message.payload.count > Self.largestPayload
    let translation =
      isLarge
      ? nil : translator.translate(message.payload, topic: message.topic, at: moment.wall)
    var parsed = ParsedMessage(
      topic: message.topic, payload: isLarge ? [] : message.payload, packet: message.packet,
      moment: moment, events: translation?.events ?? [])
    if isLarge {
      let fault = "\(message.payload.count) bytes long, more than \(Self.largestPayload)"
      parsed.events = [.refused(nil, element: 0, Refusal("message", fault))]
    }
    if parsed.needsDigest {
      parsed.digest = SHA256.hex(of: Array(message.topic.utf8) + [0] + message.payload)
    }
    return parsed
  }

  /// Counts what no rule announces, and logs the first message of each kind.
  private func reportIgnored(_ message: ParsedMessage) {
    for case .ignored(let kind) in message.events
    where context.status.ignored(topic: message.topic, kind: kind) {
      context.log(.notice, "message ignored", ["topic": message.topic, "kind": kind])
    }
  }

  private func report(_ result: IntakeResult) {
    let log = context.log
    switch result.action {
    case .acknowledge where result.events.isEmpty:
      log(.info, "no alert to acknowledge", ["order": result.id, "by": result.reason ?? ""])
    case .acknowledge:
      log(.info, "order acknowledged", ["order": result.id, "by": result.reason ?? ""])
    case .cancel:
      log(.info, "order cancelled", ["order": result.id, "by": result.reason ?? ""])
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
  let topic: String
  /// The payload, or nothing of one that is too long.
  let payload: [UInt8]
  /// Its packet, if the broker waits for an acknowledgement of it.
  let packet: Message.Packet?
  /// When it arrived.
  let moment: Moment
  /// What it says.
  var events: [OrderEvent]
  /// The SHA-256 of topic, a zero byte and payload, if an event needs it.
  var digest = ""

  /// Whether anything of it belongs into the journal.
  var isStored: Bool {
    events.contains { if case .ignored = $0 { false } else { true } }
  }

  /// Whether an event has no id of its own.
  var needsDigest: Bool {
    events.contains { event in
      switch event {
      case .refused(nil, _, _): true
      case .instruction(let instruction):
        instruction.command?.id.isEmpty == true && packet != nil
      default: false
      }
    }
  }

  /// The id of an event that cannot be read, or of an element.
  func digestID(element: Int) -> String {
    "sha256:\(digest)" + (element > 0 ? "-\(element)" : "")
  }
}

/// What became of a message when it was stored.
struct IntakeResult: Sendable, Equatable {
  /// What was done with a message.
  enum Action: Sendable, Equatable {
    /// It was a command, new or a copy.
    case command(DuplicateDecision)
    /// It was not taken.
    case reject
    /// It ends the alerts of an order.
    case acknowledge
    /// It cancels an order.
    case cancel
  }

  /// The command's id, or the order that is acknowledged or cancelled.
  let id: String
  var attempt = 1
  let action: Action
  /// Why it was refused, or who acknowledges or cancels, in words for operations.
  var reason: String?
  /// What the announcer must react to.
  var events: [EventQueue.Event] = []
}
