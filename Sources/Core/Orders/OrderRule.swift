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

  /// What a message that this rule says is called, for those who only watch.
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

  /// Reads a message that fits.
  func read(_ message: JSON, at arrival: Timestamp) throws(Refusal) -> Reading {
    var reading = Reading(acknowledges: try checkedID(acknowledges, "acknowledges", message))
    if let acknowledges, reading.acknowledges == nil {
      throw Refusal(acknowledges.firstPath?.description ?? "acknowledges", "is missing")
    }
    if let say { reading.draft = try draft(say, of: message, at: arrival) }
    return reading
  }

  private func draft(
    _ say: SayTemplate, of message: JSON, at arrival: Timestamp
  ) throws(Refusal) -> Draft {
    var draft = Draft(soundCommand: try say.fill(from: message))
    draft.id = try id(of: message)
    draft.order = try checkedID(order, "order", message)
    draft.act = isRepeated ? 4 : 0
    let issued = try issuedAt(message)
    draft.issuedAt = issued ?? arrival
    draft.expiresAt = expires.map { (issued ?? arrival) + $0 }
    draft.lifetime = issued == nil ? expires : nil
    draft.priority = priority
    draft.volume = volume
    return draft
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
