public import Wire

/// How one kind of order message is read; the keys are those of the configuration's `orders`.
public struct OrderRule: Sendable, Hashable {
  /// Under which topics the messages come.
  public var topic: TopicFilter
  /// What must hold for a message, all of it.
  public var conditions: [Condition] = []
  /// The business event; a message that lacks it is an event of its own.
  public var id: Template?
  /// What an acknowledgement names.
  public var order: Template?
  /// What to say; `nil` for messages that are not announced.
  public var say: SayTemplate?
  /// The order that a message acknowledges, so that it is not repeated any longer.
  public var acknowledges: Template?
  /// Whether it is repeated until acknowledged.
  public var isRepeated = false
  /// When the back end issued it; the moment of arrival unless told.
  public var issued: Template?
  /// How long it is worth saying, from when it was issued.
  public var expires: Duration?
  /// Its place in the queue.
  public var priority: Priority = .normal
  /// The gain for its announcements, 0–100 per cent.
  public var volume: Int?

  /// Makes a rule that says each message under a topic once.
  ///
  /// - Parameters:
  ///   - topic: Under which topics the messages come.
  ///   - say: What to say.
  public init(topic: TopicFilter, say: SayTemplate) {
    self.topic = topic
    self.say = say
  }

  /// Makes a rule by which each message under a topic acknowledges an order, and says nothing.
  ///
  /// - Parameters:
  ///   - topic: Under which topics the messages come.
  ///   - acknowledges: The order that a message acknowledges.
  public init(topic: TopicFilter, acknowledges: Template) {
    self.topic = topic
    self.acknowledges = acknowledges
  }

  /// Whether this rule is the one for a message.
  func fits(_ message: JSON, topic: String) -> Bool {
    self.topic.matches(topic) && conditions.allSatisfy { $0.fits(message) }
  }

  /// The id and order of the command that boxes make of a message, for a monitor.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - topic: The topic it came under.
  /// - Returns: Id and order of the command that boxes make of it; `nil` if they make none, or none with
  ///   an id that can be known in advance.
  public func names(_ message: JSON, topic: String) -> (id: String, order: String)? {
    guard say != nil, fits(message, topic: topic), let id = try? id(of: message) else { return nil }
    return (id, (try? checkedID(order, "order", message)) ?? id)
  }

  /// Translates a message that fits.
  func translate(_ message: JSON, at arrival: Timestamp) throws(Refusal) -> Translation {
    var translation = Translation(
      acknowledges: try checkedID(acknowledges, "acknowledges", message))
    if let acknowledges, translation.acknowledges == nil {
      throw Refusal(acknowledges.firstPath?.description ?? "acknowledges", "is missing")
    }
    guard let say else { return translation }
    let soundCommand = try say.fill(from: message)
    var command = VoiceCommand(
      id: try id(of: message) ?? "", order: try checkedID(order, "order", message),
      soundCommand: soundCommand)
    command.act = isRepeated ? 4 : 0
    let issued = try issuedAt(message)
    command.issuedAt = issued ?? arrival
    command.expiresAt = expires.map { (issued ?? arrival) + $0 }
    command.priority = priority
    command.volume = volume
    translation.command = command
    translation.lifetime = issued == nil ? expires : nil
    return translation
  }

  /// The business event that a message is about, if it names one.
  func id(of message: JSON) throws(Refusal) -> String? { try checkedID(id, "id", message) }

  private func checkedID(
    _ template: Template?, _ key: String, _ message: JSON
  ) throws(Refusal) -> String? {
    guard let template, let text = try template.fill(from: message) else { return nil }
    return try VoiceCommand.checkedID(text, field: template.firstPath?.description ?? key)
  }

  /// Reads RFC 3339, or seconds or milliseconds since 1970 as many back ends send them.
  private func issuedAt(_ message: JSON) throws(Refusal) -> Timestamp? {
    guard let issued, let text = try issued.fill(from: message) else { return nil }
    if let timestamp = Timestamp(text) { return timestamp }
    if let number = Int64(text), text.count == 10 || text.count == 13 {
      return Timestamp(milliseconds: text.count == 10 ? number * 1000 : number)
    }
    throw Refusal(
      issued.firstPath?.description ?? "issued",
      "'\(text.prefix(64))' is no moment (RFC 3339, or seconds or milliseconds since 1970)")
  }
}

/// What a rule demands of one value of a message: `type: order.created`, or one of a list.
public struct Condition: Sendable, Hashable {
  /// Where the value stands.
  public let path: FieldPath
  /// The texts that fit.
  public let accepted: [String]

  /// Makes a condition.
  ///
  /// - Parameters:
  ///   - path: Where the value stands.
  ///   - accepted: The texts that fit; numbers and strings compare by value, so `1` fits `"1"`, `1`
  ///     and `1.0`.
  public init(_ path: FieldPath, accepted: [String]) {
    self.path = path
    self.accepted = accepted
  }

  /// Whether the message meets the condition.
  func fits(_ message: JSON) -> Bool {
    guard let value = message.value(at: path.parts) else { return false }
    let text: String
    switch value {
    case .bool(let flag): text = flag ? "true" : "false"
    case .null: text = "null"
    default:
      guard let own = value.text else { return false }
      text = own
    }
    return accepted.contains { $0 == text || Self.equalNumbers($0, text) }
  }

  private static func equalNumbers(_ left: String, _ right: String) -> Bool {
    guard let left = significant(left), let right = significant(right) else { return false }
    return left == right
  }

  /// The digits of a plain decimal without those that do not count; `nil` for any other text.
  private static func significant(_ text: String) -> String? {
    let magnitude = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = magnitude.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    let isZero = whole.isEmpty && fraction.isEmpty
    return (text.hasPrefix("-") && !isZero ? "-" : "") + whole + "." + fraction
  }
}
