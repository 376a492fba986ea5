public import Wire

/// Turns what a shop's back end publishes into voice commands, acknowledgements and cancellations.
///
///     let translator = Translator(topics: topics, rules: rules)
///     translator.translate(payload, topic: "shop/orders/7", at: arrival).events
public struct Translator: Sendable {
  /// What happens to a message under a topic with rules that none of them fits.
  public enum Unmatched: String, Sendable, CaseIterable {
    /// It is ignored, and counted.
    case ignore
    /// It is refused.
    case reject
  }

  /// A rule that is ready to be tried.
  struct CompiledRule: Sendable {
    let rule: OrderRule
    let matchers: [Matcher]
    /// The texts of the message that are read first, and those of each element.
    let messageSteps: [ParseStep]
    let elementSteps: [ParseStep]

    init(_ rule: OrderRule) {
      self.rule = rule
      matchers = rule.conditions.map { Matcher($0) }
      messageSteps = rule.parse.filter { $0.path.root == .message }
      elementSteps = rule.parse.filter { $0.path.root == .element }
    }

    func fits(_ scope: Scope) -> Bool { matchers.allSatisfy { $0.fits(scope) } }
  }

  private let topics: Topics?
  /// The rules, in their order; those that follow each other under one filter stand together.
  private let rules: [(filter: TopicFilter, rules: [CompiledRule])]
  private let builtIn: [TopicFilter]
  private let unmatched: Unmatched

  /// Makes a translator.
  ///
  /// - Parameters:
  ///   - topics: The box's topics; what comes under a command topic is a voice command and needs no
  ///     rule. `nil` for a monitor, which reads order messages only.
  ///   - rules: The configuration's rules; the first that fits a message reads it.
  ///   - builtIn: The topics that the built-in rule reads, as far as no other rule has them.
  ///   - unmatched: What happens to a message that no rule of its topic fits.
  public init(
    topics: Topics?, rules: [OrderRule], builtIn: [TopicFilter] = [],
    unmatched: Unmatched = .ignore
  ) {
    self.topics = topics
    var groups: [(filter: TopicFilter, rules: [CompiledRule])] = []
    for rule in rules {
      if groups.last?.filter == rule.topic {
        groups[groups.count - 1].rules.append(CompiledRule(rule))
      } else {
        groups.append((rule.topic, [CompiledRule(rule)]))
      }
    }
    self.rules = groups
    self.builtIn = builtIn
    self.unmatched = unmatched
  }

  /// Translates one message.
  ///
  /// - Parameters:
  ///   - payload: The message as it came.
  ///   - topic: The topic it came under.
  ///   - arrival: When it came.
  /// - Returns: What each of its events says, or why it cannot be announced.
  public func translate(_ payload: [UInt8], topic: String, at arrival: Timestamp) -> Translation {
    if topics?.carriesCommands(topic) == true { return command(payload) }
    let rules = rules(for: topic)
    guard rules.isEmpty else {
      var reading = MessageReading(payload, topic: topic, at: arrival)
      return Translation(reading.events(by: rules, unmatched))
    }
    guard builtIn.contains(where: { $0.matches(topic) }) else {
      return Translation([
        .refused(nil, element: 0, Refusal("message", "no rule reads the topic \(quoted(topic))"))
      ])
    }
    return Translation([KnownShape.read(payload, at: arrival)])
  }

  /// The rules for a topic, in their order.
  func rules(for topic: String) -> [CompiledRule] {
    rules.flatMap { $0.filter.matches(topic) ? $0.rules : [] }
  }

  private func command(_ payload: [UInt8]) -> Translation {
    let message: JSON
    do { message = try PayloadReader.read(payload, [.json], field: "message") } catch {
      return Translation([.refused(nil, element: 0, error)])
    }
    do {
      return Translation([.instruction(Instruction(announcing: try VoiceCommand(message)))])
    } catch {
      return Translation([.refused(VoiceCommand.event(of: message), element: 0, error)])
    }
  }
}
