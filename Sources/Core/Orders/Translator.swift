public import Wire

/// Turns what a shop's back end publishes into voice commands and acknowledgements.
///
///     let translator = Translator(topics: topics, rules: rules, defaultCurrency: cny)
///     try translator.read(message, topic: "shop/orders/7", at: arrival).draft
public struct Translator: Sendable {
  private let topics: Topics
  private let rules: [OrderRule]
  private let builtIn: BuiltInRule

  /// Makes a translator.
  ///
  /// - Parameters:
  ///   - topics: The box's topics; what comes under a command topic is a voice command and needs no
  ///     rule.
  ///   - rules: The configuration's rules; the first that fits a message reads it.
  ///   - defaultCurrency: The currency of amounts that come without one, for the built-in rule.
  public init(topics: Topics, rules: [OrderRule], defaultCurrency: Currency) {
    self.topics = topics
    self.rules = rules
    builtIn = BuiltInRule(defaultCurrency: defaultCurrency)
  }

  /// Reads one message.
  ///
  /// - Parameters:
  ///   - message: The order message, or a voice command.
  ///   - topic: The topic it came under.
  ///   - arrival: When it came.
  /// - Returns: What to announce, the order that is acknowledged, or both.
  /// - Throws: `Refusal`, which names the field and the fault.
  public func read(
    _ message: JSON, topic: String, at arrival: Timestamp
  ) throws(Refusal) -> Reading {
    if topics.carriesCommands(topic) { return Reading(draft: Draft(try VoiceCommand(message))) }
    if let rule = rules.first(where: { $0.fits(message, topic: topic) }) {
      return try rule.read(message, at: arrival)
    }
    if let object = message.object, object["aps"] != nil || object["soundCommand"] != nil {
      return Reading(draft: Draft(try VoiceCommand(message)))
    }
    return Reading(draft: try builtIn.draft(of: message, at: arrival))
  }

  /// The id of a message that cannot be announced, for the receipt that says so.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - topic: The topic it came under.
  /// - Returns: The id, as far as it can be read.
  public func id(of message: JSON, topic: String) -> String? {
    if topics.carriesCommands(topic) { return VoiceCommand.id(of: message) }
    if let rule = rules.first(where: { $0.fits(message, topic: topic) }) {
      return try? rule.id(of: message)
    }
    return try? message.object.flatMap { object throws(Refusal) in try builtIn.id(object) }
  }
}

extension Draft {
  /// A draft of what is a voice command already.
  init(_ command: VoiceCommand) {
    soundCommand = command.soundCommand
    id = command.id
    order = command.order
    act = command.act
    issuedAt = command.issuedAt
    expiresAt = command.expiresAt
    priority = command.priority
    volume = command.volume
    hasHandled = command.hasHandled
  }
}
