import Orders
import Settings
import Wire

/// Reads the single keys of a rule.
extension SettingsReader {
  mutating func attempt<Result>(
    _ text: Located<String>, _ read: (String) throws(TemplateFault) -> Result
  ) -> Result? {
    do {
      return try read(text.value)
    } catch {
      fault(text, "\(error)", "see 'Write a rule' in the README")
      return nil
    }
  }

  mutating func template(
    _ text: Located<String>?, _ parameters: RuleParameters
  ) -> Template? {
    text.flatMap { attempt($0) { text throws(TemplateFault) in try Template(text, parameters) } }
  }

  mutating func path(_ text: Located<String>, _ key: String) -> FieldPath? {
    if let path = FieldPath(text.value) { return path }
    fault(text, "\(key) '\(text.value)' is not a path", "write for example order.items")
    return nil
  }

  mutating func source(_ text: Located<String>?) -> String? {
    guard let text else { return nil }
    do { return try VoiceCommand.checkedID(text.value, field: "source") } catch {
      fault(text, "\(error)", "write a short name, such as that of the back end")
      return nil
    }
  }

  mutating func encodings(_ texts: Located<OneOrMore>?) -> [Encoding]? {
    guard let texts else { return nil }
    var encodings: [Encoding] = []
    for text in texts.value.values {
      if let encoding = Encoding(rawValue: text) {
        encodings.append(encoding)
      } else {
        faults.append(
          SettingsFault(
            texts.location, "'\(text)' is not an encoding", remedy: "write json, form or base64"))
      }
    }
    if encodings.dropLast().contains(where: { $0 != .base64 }) || encodings.isEmpty {
      faults.append(
        SettingsFault(
          texts.location, "json and form can only be the last step",
          remedy: "write for example [base64, json]"))
    }
    return encodings
  }

  mutating func parseSteps(
    _ texts: [String: Located<OneOrMore>], _ anchor: Located<String>
  ) -> [ParseStep] {
    var steps: [ParseStep] = []
    for (key, value) in texts {
      guard let path = FieldPath(key) else {
        fault(anchor, "'\(key)' under parse is not a path", "write for example order.detail")
        continue
      }
      if let encodings = encodings(value) { steps.append(ParseStep(path, encodings)) }
    }
    // Outer texts first: a path may lead into what another step reads.
    return steps.sorted {
      ($0.path.depth, $0.path.description) < ($1.path.depth, $1.path.description)
    }
  }

  mutating func isRepeated(_ text: Located<String>?) -> Bool {
    guard let text else { return false }
    if text.value == "until-acknowledged" { return true }
    if text.value != "never" {
      fault(text, "'\(text.value)' is not a repetition mode", "write until-acknowledged, or never")
    }
    return false
  }

  mutating func priority(
    _ text: Located<String>?, _ parameters: RuleParameters
  ) -> Template? {
    guard let text, let template = template(text, parameters) else { return nil }
    if let constant = template.constant, Priority(rawValue: constant) == nil {
      fault(text, "'\(text.value)' is not a priority", "write low, normal or high")
    }
    return template
  }

  mutating func volume(
    _ text: Located<String>?, _ parameters: RuleParameters
  ) -> Template? {
    guard let text, let template = template(text, parameters) else { return nil }
    if let constant = template.constant, !(Int(constant).map { (0...100).contains($0) } ?? false) {
      fault(text, "'\(text.value)' is not a volume", "write a number from 0 to 100")
    }
    return template
  }
}
