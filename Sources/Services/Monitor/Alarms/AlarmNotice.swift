import Digest
public import Fleet
public import Wire

/// A notice that an alarm was raised or cleared.
public struct AlarmNotice: Sendable, Equatable {
  /// What happened to the alarm.
  public enum Event: String, Sendable {
    /// It was raised.
    case raised
    /// It was cleared.
    case cleared
  }

  /// Identifies the event: a notice that is sent twice has the same id.
  public let id: String
  /// What happened.
  public let event: Event
  /// The monitor's name.
  public let monitor: String
  /// The rule's name.
  public let rule: String
  /// How urgent it is.
  public let severity: String
  /// What it is about: `box s1/b1`, `store s1`, `fleet` or `monitor`.
  public let subject: String
  /// What was wrong when the alarm was raised, in words.
  public let text: String
  /// When the alarm was raised.
  public let raisedAt: Timestamp
  /// When the alarm was cleared, if it was.
  public let clearedAt: Timestamp?

  init(_ alarm: Alarm, _ event: Event, monitor: String) {
    let name = "\(monitor) \(alarm.name) \(alarm.subject) \(alarm.raisedAt) \(event.rawValue)"
    id = String(SHA256.hex(of: name).prefix(32))
    self.event = event
    self.monitor = monitor
    rule = alarm.name
    severity = alarm.severity
    subject = alarm.subject
    text = alarm.text
    raisedAt = alarm.raisedAt
    clearedAt = event == .cleared ? alarm.clearedAt : nil
  }

  /// The notice as it is sent.
  public var json: JSON {
    let place = AlarmSubject(subject)
    var box: String?
    if case .box(let name) = place { box = name.box.rawValue }
    return .object([
      "v": .number(JSONNumber(1)), "id": .string(id), "event": .string(event.rawValue),
      "monitor": .string(monitor), "rule": .string(rule), "severity": .string(severity),
      "subject": .string(subject), "store": place?.store.map { .string($0.rawValue) },
      "box": box.map { .string($0) }, "text": .string(text),
      "raisedAt": .string("\(raisedAt)"), "clearedAt": clearedAt.map { .string("\($0)") },
    ])
  }
}

/// A channel on which notices are sent.
public protocol AlarmChannel: Sendable {
  /// The channel's name, by which its pending notices are stored; unique among the channels.
  var name: String { get }

  /// Tries to send a notice once.
  ///
  /// - Parameter notice: The notice.
  /// - Returns: What came of it.
  func send(_ notice: AlarmNotice) async -> DeliveryResult
}
