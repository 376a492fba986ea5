package import Orders
package import Settings
package import Wire

/// One rule for order messages, in its YAML form.
package struct RuleSection: Decodable {
  /// What a condition accepts: a value, or a list of them.
  package struct Accepted: Decodable {
    var values: [String]

    /// Reads either.
    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(String.self) {
        values = [value]
      } else {
        values = try container.decode([String].self)
      }
    }
  }

  package var topic: Located<String>
  var when: [String: Accepted]?
  var id: Located<String>?
  var order: Located<String>?
  var say: Located<String>?
  var acknowledges: Located<String>?
  var `repeat`: Located<String>?
  var issued: Located<String>?
  var expires: Located<String>?
  var priority: Located<String>?
  var volume: Located<String>?
}

extension SettingsReader {
  /// Reads one rule of `orders`; finds its faults even if store and box are not known.
  package mutating func rule(
    _ file: RuleSection, topic other: String? = nil, store: Identifier? = nil,
    box: Identifier? = nil
  ) -> OrderRule? {
    var topic = other ?? file.topic.value
    if let store, let box { topic = Topics.fill(topic, store: store, box: box) }
    let filter = TopicFilter(rawValue: topic)
    if filter == nil {
      fault(
        file.topic, "'\(file.topic.value)' is not an MQTT topic filter",
        "'+' matches one level, '#' all the rest")
    }
    let say = file.say.flatMap { text in
      attempt(text) { text throws(TemplateFault) in try SayTemplate(text) }
    }
    let acknowledges = template(file.acknowledges)
    if file.say == nil, file.acknowledges == nil {
      fault(
        file.topic, "the rule for '\(file.topic.value)' does nothing",
        "write what to say, or which order it acknowledges")
    }
    let conditions = conditions(file)
    let isRepeated = isRepeated(file.repeat)
    let id = template(file.id)
    let order = template(file.order)
    let issued = template(file.issued)
    let expires = file.expires.flatMap { duration($0, "expires") }
    let priority = priority(file.priority)
    let volume = volume(file.volume)
    guard let filter, var rule = rule(filter, say, acknowledges) else { return nil }
    rule.conditions = conditions
    rule.id = id
    rule.order = order
    rule.isRepeated = isRepeated
    rule.issued = issued
    rule.expires = expires
    rule.priority = priority ?? .normal
    rule.volume = volume
    return rule
  }

  private func rule(
    _ topic: TopicFilter, _ say: SayTemplate?, _ acknowledges: Template?
  ) -> OrderRule? {
    guard let say else { return acknowledges.map { OrderRule(topic: topic, acknowledges: $0) } }
    var rule = OrderRule(topic: topic, say: say)
    rule.acknowledges = acknowledges
    return rule
  }

  private mutating func attempt<Result>(
    _ text: Located<String>, _ read: (String) throws(TemplateFault) -> Result
  ) -> Result? {
    do {
      return try read(text.value)
    } catch {
      fault(text, "\(error)", "see 'Write a rule' in the README")
      return nil
    }
  }

  private mutating func template(_ text: Located<String>?) -> Template? {
    text.flatMap { attempt($0) { text throws(TemplateFault) in try Template(text) } }
  }

  private mutating func conditions(_ file: RuleSection) -> [Condition] {
    (file.when ?? [:]).sorted { $0.key < $1.key }.compactMap { key, accepted in
      if let path = FieldPath(key) { return Condition(path, accepted: accepted.values) }
      fault(file.topic, "'\(key)' under 'when' is not a field path", "write for example order.type")
      return nil
    }
  }

  private mutating func isRepeated(_ text: Located<String>?) -> Bool {
    guard let text else { return false }
    if text.value == "until-acknowledged" { return true }
    if text.value != "never" {
      fault(text, "'\(text.value)' is not a repetition mode", "write until-acknowledged, or never")
    }
    return false
  }

  private mutating func priority(_ text: Located<String>?) -> Priority? {
    guard let text else { return nil }
    if let priority = Priority(rawValue: text.value) { return priority }
    fault(text, "'\(text.value)' is not a priority", "write low, normal or high")
    return nil
  }

  private mutating func volume(_ text: Located<String>?) -> Int? {
    guard let text else { return nil }
    if let volume = Int(text.value), (0...100).contains(volume) { return volume }
    fault(text, "'\(text.value)' is not a volume", "write a number from 0 to 100")
    return nil
  }
}
