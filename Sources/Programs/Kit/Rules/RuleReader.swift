import Interop
import Orders
import Settings
import Wire

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
      if let entry = rule(section, context, nil) { list.entries.append(entry) }
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
    var file: RuleFileSection
    do { file = try RuleFiles.read(path) } catch {
      for line in error.lines {
        faults.append(SettingsFault(use.location, "rules '\(use.value)': \(line)", remedy: ""))
      }
      return
    }
    if let source = section.source { file.source = source }
    if let currency = section.currency { file.currency = currency }
    if let timeZone = section.timeZone { file.timeZone = timeZone }
    var inside = context
    inside.topic = context.topic ?? section.topic?.value
    let isRepeated = isRepeated(section.repeat)
    for rule in file.rules {
      guard var entry = self.rule(rule, inside, file) else { continue }
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
    _ file: RuleSection, _ context: RuleContext, _ defaults: RuleFileSection?
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
    rule?.source = source(file.source ?? defaults?.source)
    rule?.body = encodings(file.body ?? defaults?.body) ?? [.json]
    rule?.parse = parseSteps(file.parse ?? defaults?.parse ?? [:], anchor)
    rule?.each = (file.each ?? defaults?.each).flatMap { path($0, "each") }
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
    _ file: RuleSection, _ context: RuleContext, _ defaults: RuleFileSection?
  ) -> RuleParameters {
    var parameters = RuleParameters()
    parameters.zone = { name in
      ZoneRules.fixed(name)
        ?? ZoneFile(name).map { zone in
          ZoneRules(name: name) { zone.offset(atLocal: $0) }
        }
    }
    parameters.currency = context.currency
    if let text = file.currency ?? defaults?.currency {
      parameters.currency = Currency(rawValue: text.value)
      if parameters.currency == nil {
        fault(text, "'\(text.value)' is not an ISO 4217 currency code", "write for example CNY")
      }
    }
    if let text = file.timeZone ?? defaults?.timeZone {
      parameters.timeZone = parameters.zone(text.value)
      if parameters.timeZone == nil {
        fault(
          text, "there is no time zone '\(text.value)' here",
          "write a name such as Asia/Shanghai, or +08:00; install tzdata if it is missing")
        // Times without a zone are no faults of their own then.
        parameters.timeZone = parameters.zone("UTC")
      }
    }
    for (name, table) in (defaults?.map ?? [:]).merging(file.map ?? [:], uniquingKeysWith: { $1 }) {
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
