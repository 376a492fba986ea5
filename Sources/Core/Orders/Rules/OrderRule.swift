public import Wire

/// How one kind of order message is read; the keys are those of the configuration's `orders`.
///
/// The article <doc:Rules> is the whole language.
public struct OrderRule: Sendable {
  /// Under which topics the messages come.
  public var topic: TopicFilter
  /// Where the rule stands, such as `box.yaml:12`, for people who look for it.
  public var label = ""
  /// The id space; `nil` for the one that all share who name none.
  public var source: String?
  /// How the payload is read.
  public var body: [Encoding] = [.json]
  /// Texts inside the message that are read in turn, outer ones first.
  public var parse: [ParseStep] = []
  /// The list whose elements are read one by one.
  public var each: FieldPath?
  /// What makes the list instead.
  public var script: (any OrderScript)?
  /// What must hold for a message, all of it.
  public var conditions: [Condition] = []
  /// Whether what fits is ignored.
  public var isIgnored = false
  /// The business event; a message that lacks it is an event of its own.
  public var id: Template?
  /// What an acknowledgement names.
  public var order: Template?
  /// What to say; `nil` for messages that are not announced.
  public var say: SayTemplate?
  /// The order that a message acknowledges, so that it is not repeated any longer.
  public var acknowledges: Template?
  /// The order that a message cancels, so that it is not announced any more.
  public var cancels: Template?
  /// Whether it is repeated until acknowledged.
  public var isRepeated = false
  /// When the back end issued it; the moment of arrival unless told.
  public var issued: Template?
  /// How long it is worth saying, from when it was issued.
  public var expires: Duration?
  /// From when on it is not worth saying.
  public var expiresAt: Template?
  /// Its place in the queue.
  public var priority: Template?
  /// The gain for its announcements, 0–100 per cent.
  public var volume: Template?

  /// Makes a rule that does nothing yet.
  ///
  /// - Parameter topic: Under which topics the messages come.
  public init(topic: TopicFilter) { self.topic = topic }

  /// Makes a rule that says each message under a topic once.
  ///
  /// - Parameters:
  ///   - topic: Under which topics the messages come.
  ///   - say: What to say.
  public init(topic: TopicFilter, say: SayTemplate) {
    self.init(topic: topic)
    self.say = say
  }

  /// Makes a rule by which each message under a topic acknowledges an order, and says nothing.
  ///
  /// - Parameters:
  ///   - topic: Under which topics the messages come.
  ///   - acknowledges: The order that a message acknowledges.
  public init(topic: TopicFilter, acknowledges: Template) {
    self.init(topic: topic)
    self.acknowledges = acknowledges
  }

  /// Whether the rule reads elements of a list.
  public var readsList: Bool { each != nil || script != nil }
}

/// A program that finds the events in a message where rules cannot.
public protocol OrderScript: Sendable {
  /// The script's file, which tells scripts apart.
  var name: String { get }

  /// The events in a message, which a rule's templates then read as `{each.…}`.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - topic: The topic it came under.
  /// - Returns: One value for each event.
  /// - Throws: `Refusal` with file and line.
  func events(in message: JSON, topic: String) throws(Refusal) -> [JSON]
}

extension OrderRule {
  /// The business event that a message is about; `nil` if it names none.
  func id(in scope: Scope) throws(Refusal) -> String? { try checkedID(id, "id", scope) }

  /// What the rule makes of a message that fits.
  ///
  /// - Parameters:
  ///   - scope: The message, or one element of it.
  ///   - arrival: When it came.
  /// - Returns: What the box has to do.
  /// - Throws: `Refusal` for what cannot be announced.
  func instruction(for scope: Scope, at arrival: Timestamp) throws(Refusal) -> Instruction {
    var instruction = Instruction(source: source)
    instruction.acknowledges = try required(acknowledges, "acknowledges", scope)
    instruction.cancels = try required(cancels, "cancels", scope)
    guard let say else { return instruction }
    var command = VoiceCommand(id: try id(in: scope) ?? "", soundCommand: try say.fill(from: scope))
    command.source = source
    command.act = isRepeated ? 4 : 0
    if let order = instruction.readable({ () throws(Refusal) in
      try checkedID(self.order, "order", scope)
    }) {
      command.order = order
    }
    let issued = instruction.readable { () throws(Refusal) in
      try Self.moment(self.issued, "issued", scope)
    }
    command.issuedAt = issued ?? arrival
    command.expiresAt = instruction.readable { () throws(Refusal) in
      try Self.moment(self.expiresAt, "expiresAt", scope)
    }
    if command.expiresAt == nil, let expires {
      command.expiresAt = (issued ?? arrival) + expires
      instruction.lifetime = issued == nil ? expires : nil
    }
    command.priority =
      instruction.readable { () throws(Refusal) in try Self.priority(self.priority, scope) }
      ?? .normal
    command.volume = instruction.readable { () throws(Refusal) in
      try Self.volume(self.volume, scope)
    }
    instruction.leftOut += unreadElements(in: scope)
    instruction.command = command
    return instruction
  }

  private func required(
    _ template: Template?, _ key: String, _ scope: Scope
  ) throws(Refusal) -> String? {
    guard let template else { return nil }
    if let text = try checkedID(template, key, scope) { return text }
    throw Refusal(template.firstPath?.description ?? key, "is missing")
  }

  private func checkedID(
    _ template: Template?, _ key: String, _ scope: Scope
  ) throws(Refusal) -> String? {
    guard let template, let text = try template.fill(from: scope) else { return nil }
    return try VoiceCommand.checkedID(text, field: template.firstPath?.description ?? key)
  }

  /// Reads RFC 3339, or seconds or milliseconds since 1970 as many back ends send them.
  private static func moment(
    _ template: Template?, _ key: String, _ scope: Scope
  ) throws(Refusal) -> Timestamp? {
    guard let template, let text = try template.fill(from: scope) else { return nil }
    if let timestamp = Timestamp(text) { return timestamp }
    let digits = text.utf8.count
    if digits == 10 || digits == 13, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(text)
    {
      return Timestamp(milliseconds: digits == 10 ? number * 1000 : number)
    }
    throw Refusal(
      template.firstPath?.description ?? key,
      "\(quoted(text)) is no moment (RFC 3339, or seconds or milliseconds since 1970); "
        + "a filter time 'FORM' ZONE reads others")
  }

  private static func priority(_ template: Template?, _ scope: Scope) throws(Refusal) -> Priority? {
    guard let template, let text = try template.fill(from: scope) else { return nil }
    if let priority = Priority(rawValue: text) { return priority }
    throw Refusal(
      template.firstPath?.description ?? "priority", "\(quoted(text)) is not low, normal or high")
  }

  private static func volume(_ template: Template?, _ scope: Scope) throws(Refusal) -> Int? {
    guard let template, let text = try template.fill(from: scope) else { return nil }
    if let volume = Int(text), (0...100).contains(volume) { return volume }
    throw Refusal(
      template.firstPath?.description ?? "volume", "\(quoted(text)) is not a volume from 0 to 100")
  }

  /// Lists of which the rule reads one element by its index though there are more: they may be payments.
  private func unreadElements(in scope: Scope) -> [Refusal] {
    let paths = (id?.placeholders ?? []).flatMap(\.paths) + (say?.amountPaths ?? [])
    var seen: Set<String> = []
    var found: [Refusal] = []
    for path in paths {
      for (depth, part) in path.parts.enumerated() where depth > 0 && Int(part) != nil {
        let list = path.parts[..<depth]
        guard case .array(let elements)? = scope.value(at: list, root: path.root),
          elements.count > 1
        else { continue }
        let name = list.joined(separator: ".")
        guard seen.insert(name).inserted else { continue }
        found.append(
          Refusal(
            name,
            "has \(elements.count) elements, of which the rule reads one; each: \(name) reads all"
          ))
      }
    }
    return found
  }
}

extension Instruction {
  /// What can be read; what cannot is left out, and noted.
  fileprivate mutating func readable<Value>(
    _ read: () throws(Refusal) -> Value?
  ) -> Value? {
    do { return try read() } catch {
      leftOut.append(error)
      return nil
    }
  }
}
