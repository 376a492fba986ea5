import Orders
import Settings
import Wire

extension ConfigurationReader {
  /// Reads one rule of `orders`.
  mutating func rule(
    _ file: ConfigurationFile.Rule, store: Identifier, box: Identifier
  ) -> OrderRule? {
    let filter = TopicFilter(rawValue: Topics.fill(file.topic.value, store: store, box: box))
    if filter == nil {
      fault(
        file.topic, "'\(file.topic.value)' is no MQTT topic filter",
        "'+' stands for one level, '#' for all the rest")
    }
    let say: SayTemplate? = attempt(file.say) { text throws(TemplateFault) in
      try SayTemplate(text)
    }
    guard let filter, let say else { return nil }
    var rule = OrderRule(topic: filter, say: say)
    rule.conditions = conditions(file)
    rule.id = file.id.flatMap { template($0) }
    rule.order = file.order.flatMap { template($0) }
    rule.issued = file.issued.flatMap { template($0) }
    rule.isRepeated = file.repeat.map { isRepeated($0) } ?? false
    rule.expires = file.expires.flatMap { duration($0, "expires") }
    rule.priority = file.priority.flatMap { priority($0) } ?? .normal
    rule.volume = file.volume.flatMap { volume($0) }
    return rule
  }

  private mutating func attempt<Result>(
    _ text: Located<String>, _ read: (String) throws(TemplateFault) -> Result
  ) -> Result? {
    do {
      return try read(text.value)
    } catch {
      fault(text, "\(error)", "see 'How to write a rule' in the README")
      return nil
    }
  }

  private mutating func template(_ text: Located<String>) -> Template? {
    attempt(text) { text throws(TemplateFault) in try Template(text) }
  }

  private mutating func conditions(_ file: ConfigurationFile.Rule) -> [Condition] {
    (file.when ?? [:]).sorted { $0.key < $1.key }.compactMap { key, accepted in
      if let path = FieldPath(key) { return Condition(path, accepted: accepted.values) }
      fault(file.topic, "'\(key)' under 'when' is no path", "write for example order.type")
      return nil
    }
  }

  private mutating func isRepeated(_ text: Located<String>) -> Bool {
    if text.value == "until-acknowledged" { return true }
    if text.value != "never" {
      fault(text, "'\(text.value)' is no repetition", "write until-acknowledged, or never")
    }
    return false
  }

  private mutating func priority(_ text: Located<String>) -> Priority? {
    if let priority = Priority(rawValue: text.value) { return priority }
    fault(text, "'\(text.value)' is no priority", "write low, normal or high")
    return nil
  }

  private mutating func volume(_ text: Located<String>) -> Int? {
    if let volume = Int(text.value), (0...100).contains(volume) { return volume }
    fault(text, "'\(text.value)' is no volume", "write a number from 0 to 100")
    return nil
  }
}
