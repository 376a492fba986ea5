public import Orders
public import Wire

/// Reads the store and the events from a back end's order messages; what they say does not matter here.
public struct OrderListener: Sendable {
  /// A topic filter in which one level may be `{store}`.
  public let template: String
  /// The store, if the topic does not name it.
  public let store: Identifier?
  /// Reads the messages by the rules of the boxes.
  private let translator: Translator

  private let filter: TopicFilter?
  private let levels: [Substring]

  /// Creates a listener.
  ///
  /// - Parameters:
  ///   - template: A topic filter in which one level may be `{store}`.
  ///   - store: The store, if the topic does not name it.
  ///   - rules: The boxes' rules for these messages, in their order; their own topic is the template
  ///     with `+` for `{store}`.
  ///   - builtIn: Whether the boxes read them by the built-in rule.
  public init(
    template: String, store: Identifier?, rules: [OrderRule], builtIn: Bool = false
  ) {
    self.template = template
    self.store = store
    levels = Topics.levels(template)
    let text = levels.map { $0 == "{store}" ? "+" : $0 }.joined(separator: "/")
    filter = TopicFilter(rawValue: text)
    translator = Translator(
      topics: nil, rules: rules, builtIn: builtIn ? [filter].compactMap(\.self) : [])
  }

  /// The filter under which the messages come.
  public var topic: String { filter?.rawValue ?? template }

  /// Whether messages come under a topic.
  func matches(_ topic: String) -> Bool { filter?.matches(topic) == true }

  /// Reads an order message: one report for each event that boxes must answer under an id that can be
  /// known in advance.
  func read(topic: String, _ payload: [UInt8], at arrival: Timestamp) -> [Report] {
    guard matches(topic), let store = store ?? store(in: topic) else { return [] }
    return translator.translate(payload, topic: topic, at: arrival).events.compactMap { event in
      guard case .instruction(let instruction) = event, let command = instruction.command,
        !command.id.isEmpty
      else { return nil }
      return .command(store: store, box: nil, command.event, order: command.order)
    }
  }

  /// The store that a topic names.
  func store(in topic: String) -> Identifier? {
    let names = Topics.levels(topic)
    guard let level = levels.firstIndex(of: "{store}"), level < names.count else { return nil }
    return Identifier(rawValue: String(names[level]))
  }
}
