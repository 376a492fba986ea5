package import Settings
package import Wire

/// Checks the settings of a file, and finds all that is wrong with them.
package protocol SettingsReader {
  /// What was found to be wrong.
  var faults: [SettingsFault] { get set }
}

extension SettingsReader {
  /// Notes a fault; what is checked goes on, to find them all.
  package mutating func fault(_ text: Located<String>, _ message: String, _ remedy: String) {
    faults.append(SettingsFault(text.location, message, remedy: remedy))
  }

  /// Reads the name of a store or of a box.
  package mutating func identifier(_ text: Located<String>, _ key: String) -> Identifier? {
    if let identifier = Identifier(rawValue: text.value) { return identifier }
    fault(
      text, "\(key) '\(text.value)' cannot stand in a topic",
      "use 1-64 letters, digits, '_' and '-', and not 'all'")
    return nil
  }

  /// Reads a duration.
  package mutating func duration(_ text: Located<String>, _ key: String) -> Duration? {
    if let duration = DurationText.read(text.value) { return duration }
    fault(text, "\(key) '\(text.value)' is no duration", "write for example 300ms, 30s, 10m or 7d")
    return nil
  }

  /// Reads the templates of topics.
  package mutating func templates(
    _ texts: [String: Located<String>]
  ) -> [Topics.Purpose: String] {
    var templates: [Topics.Purpose: String] = [:]
    for (key, text) in texts {
      guard let purpose = Topics.Purpose(rawValue: key) else {
        let known = Topics.Purpose.allCases.map(\.rawValue).joined(separator: ", ")
        fault(text, "unknown topic '\(key)'", "the topics are \(known)")
        continue
      }
      if TopicFilter(rawValue: text.value) == nil
        || text.value.contains(where: { "+#".contains($0) })
      {
        fault(text, "'\(text.value)' is no topic to publish to", "leave out + and #")
      }
      if !purpose.takes(text.value) {
        fault(
          text, "'\(text.value)' does not name the verb of \(key)",
          "make '{verb}' one of its levels, as in \(purpose.template)")
      }
      templates[purpose] = text.value
    }
    return templates
  }
}
