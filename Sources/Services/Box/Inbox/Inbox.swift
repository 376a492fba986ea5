public import Orders
public import Service
import Digest
import Wire

/// Takes what the broker brings: reads it, and puts it on the disk with its `delivered` receipt.
///
/// What cannot be read or announced is stored as well, with a `rejected` receipt that names the field
/// and the fault: nothing is dropped in silence, and nothing comes twice because it was bad.
public struct Inbox: Sendable {
  /// The largest message that is read, in bytes.
  public static let largestPayload = 65_536

  private let journal: Journal
  private let translator: Translator
  private let log: Log
  private let observe: StepObserver
  private let eventQueue: EventQueue
  private let status: Status

  /// Makes an inbox.
  ///
  /// - Parameters:
  ///   - journal: Where everything is stored.
  ///   - translator: Reads order messages.
  ///   - eventQueue: Told of what waits to be announced.
  ///   - status: Told when the last order came.
  ///   - log: Where it says what came.
  ///   - observe: Told of the steps `received` and `committed`.
  public init(
    journal: Journal, translator: Translator, eventQueue: EventQueue, status: Status, log: Log,
    observe: @escaping StepObserver = { _ in }
  ) {
    self.journal = journal
    self.translator = translator
    self.eventQueue = eventQueue
    self.status = status
    self.log = log
    self.observe = observe
  }

  /// Stores messages, all in one transaction.
  ///
  /// - Parameters:
  ///   - arrivals: The messages, in their order; retained ones are ignored, since a command that
  ///     waits at the broker for whoever comes next would be spoken at every restart.
  ///   - waking: Whether who announces is woken; otherwise ``wake()`` must be called soon.
  /// - Throws: `DatabaseError` if they are not on the disk: then they must not be acknowledged.
  public func take(_ arrivals: [Arrival], waking: Bool = true) throws {
    let messages = arrivals.compactMap(read)
    guard !messages.isEmpty else { return }
    observe(.received)
    let entries = try journal.take(messages)
    observe(.committed)
    for entry in entries { tell(of: entry) }
    eventQueue.leave(entries.compactMap(\.event))
    if waking { wake() }
    if let last = messages.last { status.received(messages.count, at: last.arrival.moment.wall) }
  }

  /// Wakes who announces, if there is something new.
  public func wake() { eventQueue.ring() }

  private func read(_ arrival: Arrival) -> ParsedMessage? {
    if arrival.isRetained {
      log(.warning, "retained message ignored", ["topic": arrival.topic])
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
      let reading = try translator.read(
        message, topic: arrival.topic, at: arrival.moment.wall)
      return .reading(reading)
    } catch {
      let id = translator.id(of: message, topic: arrival.topic)
      return .refused(id: id ?? digest(arrival), error)
    }
  }

  private func digest(_ arrival: Arrival) -> String {
    "sha256:\(SHA256.hex(of: Array(arrival.topic.utf8) + [0] + arrival.payload))"
  }

  private func tell(of entry: IntakeResult) {
    switch entry.action {
    case .acknowledge where entry.event == nil:
      log(.info, "no alert to acknowledge", ["order": entry.id, "by": entry.reason ?? ""])
    case .acknowledge:
      log(.info, "order acknowledged", ["order": entry.id, "by": entry.reason ?? ""])
    case .command(.accept):
      log(.info, "order accepted", ["id": entry.id, "attempt": String(entry.attempt)])
    case .command(.settle), .command(.cancel):
      log(.info, "order handled elsewhere", ["id": entry.id])
    case .command(.repeatReceipts), .command(.repeatDelivered):
      log(.info, "order came again", ["id": entry.id])
    case .command(.conflict), .reject:
      log(.warning, "order rejected", ["id": entry.id, "reason": entry.reason ?? ""])
    }
  }
}
