import Orders
import Settings

/// Reads what a rule demands of a message.
extension SettingsReader {
  mutating func conditions(
    _ sections: [String: ConditionSection], _ location: Location
  ) -> [Condition] {
    sections.sorted { $0.key < $1.key }.compactMap { condition($0.key, $0.value, location) }
  }

  private mutating func condition(
    _ key: String, _ section: ConditionSection, _ location: Location
  ) -> Condition? {
    if case .together(let sections) = section {
      let parts = sections.map { section -> Condition in
        let conditions = conditions(section, location)
        return conditions.count == 1 ? conditions[0] : .all(conditions)
      }
      if key == "any" { return .any(parts) }
      if key == "all" { return .all(parts) }
      faults.append(
        SettingsFault(location, "'\(key)' has a list of conditions", remedy: "write any or all"))
      return nil
    }
    guard let path = FieldPath(key) else {
      faults.append(
        SettingsFault(
          location, "'\(key)' under when is not a path", remedy: "write for example order.type"))
      return nil
    }
    switch section {
    case .oneOf(let texts): return .value(path, .oneOf(texts))
    case .tests(let tests): return self.tests(path, tests, location)
    case .together: return nil
    }
  }

  private mutating func tests(
    _ path: FieldPath, _ section: ConditionSection.Tests, _ location: Location
  ) -> Condition? {
    var tests: [Condition.Test] = []
    if let not = section.not { tests.append(.noneOf(not.values)) }
    if let word = section.is {
      switch word {
      case "present": tests.append(.present)
      case "absent": tests.append(.absent)
      default:
        faults.append(
          SettingsFault(
            location, "\(path) cannot be '\(word)'", remedy: "write present or absent after is"))
      }
    }
    for (text, test) in [
      (section.above, { Condition.Test.above($0) }), (section.below, { Condition.Test.below($0) }),
    ] {
      guard let text else { continue }
      if !text.isDecimal {
        faults.append(
          SettingsFault(location, "'\(text)' at \(path) is not a number", remedy: "write digits"))
      }
      tests.append(test(text))
    }
    if let begins = section.begins { tests.append(.begins(begins.values)) }
    guard !tests.isEmpty else {
      faults.append(
        SettingsFault(
          location, "\(path) has no test", remedy: "write not, is, above, below or begins"))
      return nil
    }
    return tests.count == 1 ? .value(path, tests[0]) : .all(tests.map { .value(path, $0) })
  }
}

extension String {
  /// Whether this is a plain decimal.
  fileprivate var isDecimal: Bool {
    let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
