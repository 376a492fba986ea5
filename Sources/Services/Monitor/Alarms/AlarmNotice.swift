import Digest
public import Wire

/// What is told of an alarm.
public struct AlarmNotice: Sendable, Equatable {
  /// What has happened to it.
  public enum Event: String, Sendable {
    /// Somebody should look after it.
    case raised
    /// It is over.
    case cleared
  }

  /// The same for each telling of the same event, so that who is told twice can know it.
  public let id: String
  /// What has happened.
  public let event: Event
  /// The monitor's name.
  public let monitor: String
  /// The rule's name.
  public let rule: String
  /// How much it matters.
  public let severity: String
  /// What it is about: `box s1/b1`, `store s1`, `fleet` or `monitor`.
  public let subject: String
  /// What is wrong, in words, as it was when it was raised.
  public let text: String
  /// When it was raised.
  public let raisedAt: Timestamp
  /// When it was over, if it is.
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
