public import Wire

/// What a message says to the box: something to announce, an order that is acknowledged, or both.
public struct Translation: Sendable, Equatable {
  /// The order whose repetition ends with this message.
  public var acknowledges: String?
  /// What to announce; its id is empty if the message names no business event.
  public var command: VoiceCommand?
  /// How long after its arrival the command becomes worthless, if its `expiresAt` was counted from the
  /// arrival.
  ///
  /// Such a span holds by any clock; a moment that the back end named needs one that is right.
  public var lifetime: Duration?

  init(acknowledges: String? = nil, command: VoiceCommand? = nil) {
    self.acknowledges = acknowledges
    self.command = command
  }
}

/// Turns what a shop's back end publishes into voice commands and acknowledgements.
///
///     let translator = Translator(topics: topics, rules: rules, defaultCurrency: cny)
///     try translator.translate(message, topic: "shop/orders/7", at: arrival).command
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

  /// Translates one message.
  ///
  /// - Parameters:
  ///   - message: The order message, or a voice command.
  ///   - topic: The topic it came under.
  ///   - arrival: When it came.
  /// - Returns: What to announce, the order that is acknowledged, or both.
  /// - Throws: `Refusal`, which names the field and the fault.
  public func translate(
    _ message: JSON, topic: String, at arrival: Timestamp
  ) throws(Refusal) -> Translation {
    if topics.carriesCommands(topic) { return Translation(command: try VoiceCommand(message)) }
    if let rule = rules.first(where: { $0.fits(message, topic: topic) }) {
      return try rule.translate(message, at: arrival)
    }
    if let object = message.object, object["aps"] != nil || object["soundCommand"] != nil {
      return Translation(command: try VoiceCommand(message))
    }
    return Translation(command: try builtIn.command(from: message, at: arrival))
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
