import Interop
package import Orders
package import Settings
package import Wire

/// What a rule takes from its surroundings.
package struct RuleContext: Sendable {
  /// The store and the box for which topics are filled; `nil` leaves them as they are.
  package var store: Identifier?
  package var box: Identifier?
  /// The topic of the rules, if it is not the one that they name themselves.
  package var topic: String?
  /// What `{$currency}` stands for, unless a rule or its file says it.
  package var currency: Currency?
  /// Makes a context that says nothing.
  package init() {}
}

/// The rules of a configuration.
package struct RuleList: Sendable {
  /// One rule, with the messages that it should be tried with.
  package struct Entry: Sendable {
    /// The rule.
    package var rule: OrderRule
    /// Where it stands.
    package var location: Location
    /// Files with example messages.
    package var examples: [String]
    /// The rule file that it comes from, if that is installed along with the program, and was tested.
    package var ruleFile: String?
  }

  /// The rules, in their order.
  package var entries: [Entry] = []
  /// The topics that the built-in rule reads.
  package var builtIn: [TopicFilter] = []

  /// Makes an empty list.
  package init() {}

  /// The rules alone.
  package var rules: [OrderRule] { entries.map(\.rule) }
}

extension SettingsReader {
  /// Reads the rules of `orders`; finds their faults even if store and box are not known.
  package mutating func rules(_ sections: [RuleSection], _ context: RuleContext) -> RuleList {
    var list = RuleList()
    for section in sections { add(section, context, to: &list) }
    for filter in list.builtIn {
      guard let entry = list.entries.first(where: { $0.rule.topic == filter }) else { continue }
      faults.append(
        SettingsFault(
          entry.location, "the topic '\(filter.rawValue)' has rules, and the built-in rule as well",
          remedy: "a topic that has rules is read by them alone; remove one of the two"))
    }
    return list
  }

  private mutating func add(
    _ section: RuleSection, _ context: RuleContext, to list: inout RuleList
  ) {
    guard let use = section.use else {
      if let entry = rule(section, context, RuleDefaults()) { list.entries.append(entry) }
      return
    }
    if section.say != nil || section.when != nil || section.id != nil
      || section.acknowledges != nil || section.cancels != nil || section.ignore != nil
    {
      fault(use, "use '\(use.value)' stands beside a rule", "make two entries of them")
    }
    guard context.topic != nil || section.topic != nil else {
      fault(use, "'\(use.value)' needs a topic", "write topic: beside use:")
      return
    }
    if use.value == "built-in" {
      if let filter = filter(section, context) { list.builtIn.append(filter) }
      return
    }
    guard let path = RuleFiles.find(use.value, from: use.location.file) else {
      fault(
        use, "there are no rules '\(use.value)'",
        "`soundbox rules` lists those that are installed; write ./NAME.yaml for a file of your own")
      return
    }
    let file: RuleFileSection
    do { file = try RuleFiles.read(path) } catch {
      for line in error.lines {
        faults.append(SettingsFault(use.location, "rules '\(use.value)': \(line)", remedy: ""))
      }
      return
    }
    var defaults = RuleDefaults(file)
    if let source = section.source { defaults.source = source }
    if let currency = section.currency { defaults.currency = currency }
    if let timeZone = section.timeZone { defaults.timeZone = timeZone }
    var inside = context
    inside.topic = context.topic ?? section.topic?.value
    let isRepeated = isRepeated(section.repeat)
    for rule in file.rules {
      guard var entry = self.rule(rule, inside, defaults) else { continue }
      if section.repeat != nil, entry.rule.say?.saysNewOrder == true {
        entry.rule.isRepeated = isRepeated
      }
      if !use.value.contains("/") { entry.ruleFile = use.value }
      list.entries.append(entry)
    }
  }

  private mutating func filter(_ section: RuleSection, _ context: RuleContext) -> TopicFilter? {
    guard let text = context.topic ?? section.topic?.value else { return nil }
    var topic = text
    if let store = context.store, let box = context.box {
      topic = Topics.fill(topic, store: store, box: box)
    }
    if let filter = TopicFilter(rawValue: topic) { return filter }
    if let located = section.topic {
      fault(
        located, "'\(text)' is not an MQTT topic filter", "'+' matches one level, '#' all the rest")
    }
    return nil
  }

  private mutating func rule(
    _ file: RuleSection, _ context: RuleContext, _ defaults: RuleDefaults
  ) -> RuleList.Entry? {
    guard let place = file.anyLocation else { return nil }
    guard context.topic != nil || file.topic != nil else {
      faults.append(
        SettingsFault(place, "a rule without a topic", remedy: "write topic: shop/orders/+"))
      return nil
    }
    let anchor = file.topic ?? Located("", at: place)
    let parameters = parameters(file, context, defaults)
    let say = file.say.flatMap { text in
      attempt(text) { text throws(TemplateFault) in try SayTemplate(text, parameters) }
    }
    var rule = filter(file, context).map { OrderRule(topic: $0) }
    rule?.label = place.description
    rule?.source = source(file.source ?? defaults.source)
    rule?.body = encodings(file.body ?? defaults.body) ?? [.json]
    rule?.parse = parseSteps(file.parse ?? defaults.parse ?? [:], anchor)
    rule?.each = (file.each ?? defaults.each).flatMap { path($0, "each") }
    rule?.conditions = file.when.map { conditions($0.value, $0.location) } ?? []
    flag(file.ignore, "ignore") { rule?.isIgnored = $0 }
    rule?.say = say
    rule?.id = template(file.id, parameters)
    rule?.order = template(file.order, parameters)
    rule?.acknowledges = template(file.acknowledges, parameters)
    rule?.cancels = template(file.cancels, parameters)
    rule?.isRepeated = isRepeated(file.repeat)
    rule?.issued = template(file.issued, parameters)
    rule?.expires = file.expires.flatMap { duration($0, "expires") }
    rule?.expiresAt = template(file.expiresAt, parameters)
    rule?.priority = priority(file.priority, parameters)
    rule?.volume = volume(file.volume, parameters)
    rule?.script = file.script.flatMap { load($0) }
    let does = [file.say, file.acknowledges, file.cancels, file.ignore].compactMap(\.self)
    if does.isEmpty {
      fault(
        anchor, "the rule for '\(context.topic ?? anchor.value)' does nothing",
        "write what to say, which order it acknowledges or cancels, or ignore: true")
    }
    guard let rule else { return nil }
    checkElements(of: rule, file, anchor)
    return RuleList.Entry(
      rule: rule, location: place,
      examples: (file.example?.value.values ?? []).map {
        RuleFiles.beside(file.example?.location.file ?? "", $0)
      })
  }

  /// Ids of a list's elements must differ, or all but the first would be copies of it.
  private mutating func checkElements(
    of rule: OrderRule, _ file: RuleSection, _ anchor: Located<String>
  ) {
    if rule.each != nil, rule.script != nil {
      fault(anchor, "each and script both make a list", "leave one of them out")
    }
    guard rule.readsList, let id = rule.id, let text = file.id, !id.readsElement else { return }
    fault(
      text, "all elements of the list get the same id", "use a path that begins with each., or {#}")
  }

  private mutating func parameters(
    _ file: RuleSection, _ context: RuleContext, _ defaults: RuleDefaults
  ) -> RuleParameters {
    var parameters = RuleParameters()
    parameters.zone = { name in
      ZoneRules.fixed(name)
        ?? ZoneFile(name).map { zone in
          ZoneRules(name: name) { zone.offset(atLocal: $0) }
        }
    }
    parameters.currency = context.currency
    if let text = file.currency ?? defaults.currency {
      parameters.currency = Currency(rawValue: text.value)
      if parameters.currency == nil {
        fault(text, "'\(text.value)' is not an ISO 4217 currency code", "write for example CNY")
      }
    }
    if let text = file.timeZone ?? defaults.timeZone {
      parameters.timeZone = parameters.zone(text.value)
      if parameters.timeZone == nil {
        fault(
          text, "there is no time zone '\(text.value)' here",
          "write a name such as Asia/Shanghai, or +08:00; install tzdata if it is missing")
      }
    }
    for (name, table) in (defaults.map ?? [:]).merging(file.map ?? [:], uniquingKeysWith: { $1 }) {
      let entries = table.filter { $0.key != "else" }.sorted { $0.key < $1.key }
      parameters.maps[name] = ValueMap(
        entries.map { (value: $0.key, text: $0.value) }, other: table["else"])
    }
    return parameters
  }

  private mutating func load(_ script: Located<String>) -> (any OrderScript)? {
    do {
      return try LuaOrderScript(RuleFiles.beside(script.location.file, script.value))
    } catch {
      for line in error.lines { fault(script, line, "") }
      return nil
    }
  }
}

/// What a file of rules says for all of them.
private struct RuleDefaults {
  var source: Located<String>?
  var currency: Located<String>?
  var timeZone: Located<String>?
  var body: Located<OneOrMore>?
  var parse: [String: Located<OneOrMore>]?
  var each: Located<String>?
  var map: [String: [String: String]]?

  init() {}

  init(_ file: RuleFileSection) {
    source = file.source
    currency = file.currency
    timeZone = file.timeZone
    body = file.body
    parse = file.parse
    each = file.each
    map = file.map
  }
}

extension RuleSection {
  /// The line of a key that the rule has.
  fileprivate var anyLocation: Location? {
    let texts = [
      topic, when.map { Located("", at: $0.location) }, say, id, acknowledges, cancels, ignore,
    ]
    let locations = texts.compactMap { $0?.location }
    return locations.min { $0.line < $1.line }
  }
}

/// The parts of a rule.
extension SettingsReader {
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

  private mutating func template(
    _ text: Located<String>?, _ parameters: RuleParameters
  ) -> Template? {
    text.flatMap { attempt($0) { text throws(TemplateFault) in try Template(text, parameters) } }
  }

  private mutating func path(_ text: Located<String>, _ key: String) -> FieldPath? {
    if let path = FieldPath(text.value) { return path }
    fault(text, "\(key) '\(text.value)' is not a path", "write for example order.items")
    return nil
  }

  private mutating func source(_ text: Located<String>?) -> String? {
    guard let text else { return nil }
    do { return try VoiceCommand.checkedID(text.value, field: "source") } catch {
      fault(text, "\(error)", "write a short name, such as that of the back end")
      return nil
    }
  }

  private mutating func encodings(_ texts: Located<OneOrMore>?) -> [Encoding]? {
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

  private mutating func parseSteps(
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

  private mutating func conditions(
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

  private mutating func isRepeated(_ text: Located<String>?) -> Bool {
    guard let text else { return false }
    if text.value == "until-acknowledged" { return true }
    if text.value != "never" {
      fault(text, "'\(text.value)' is not a repetition mode", "write until-acknowledged, or never")
    }
    return false
  }

  private mutating func priority(
    _ text: Located<String>?, _ parameters: RuleParameters
  ) -> Template? {
    guard let text, let template = template(text, parameters) else { return nil }
    if let constant = template.constant, Priority(rawValue: constant) == nil {
      fault(text, "'\(text.value)' is not a priority", "write low, normal or high")
    }
    return template
  }

  private mutating func volume(
    _ text: Located<String>?, _ parameters: RuleParameters
  ) -> Template? {
    guard let text, let template = template(text, parameters) else { return nil }
    if let constant = template.constant, !(Int(constant).map { (0...100).contains($0) } ?? false) {
      fault(text, "'\(text.value)' is not a volume", "write a number from 0 to 100")
    }
    return template
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
