public import Wire

/// How a message was read, step by step, in words.
public struct Explanation: Sendable, Equatable {
  /// The lines; those that belong to a rule are indented.
  public private(set) var lines: [String] = []

  fileprivate mutating func add(_ text: String, _ depth: Int = 0) {
    lines.append(String(repeating: "  ", count: depth) + text)
  }
}

extension Translator {
  /// Explains what each rule makes of a message.
  ///
  /// - Parameters:
  ///   - payload: The message as it came.
  ///   - topic: The topic it came under.
  ///   - arrival: When it came.
  /// - Returns: What was tried, what matched, and what was read.
  public func explain(_ payload: [UInt8], topic: String, at arrival: Timestamp) -> Explanation {
    let rules = rules(for: topic)
    var explanation = Explanation()
    guard !rules.isEmpty else {
      explanation.add("no rule has the topic \(topic): see the outcome")
      return explanation
    }
    var reading = MessageReading(payload, topic: topic, at: arrival)
    reading.observe = { explanation.add($0) }
    _ = reading.events(by: rules, .ignore)
    return explanation
  }
}

extension Explanation {
  fileprivate mutating func add(_ step: MessageReading.Step) {
    switch step {
    case .rule(let rule): add("rule \(rule.label) for \(rule.topic.rawValue)")
    case .tried(let rule, let scope, elements: 0): add(rule, scope, depth: 1)
    case .tried(let rule, let scope, let count):
      add("element \(scope.number) of \(count)", 1)
      add(rule, scope, depth: 2)
    case .noList(let rule):
      add("no list at \(rule.each?.description ?? rule.script?.name ?? "")", 1)
    case .passedOver: add("not tried: elements of a list have been taken", 1)
    case .unreadable(let refusal, element: 0): add("cannot be read: \(refusal)", 1)
    case .unreadable(let refusal, let number):
      add("element \(number) cannot be read: \(refusal)", 1)
    case .unmatched(let scope) where scope.element == nil: add("no rule fits")
    case .unmatched(let scope): add("no rule fits element \(scope.number)")
    }
  }
}

extension Explanation {
  /// Explains what one rule makes of a message or an element.
  private mutating func add(_ rule: Translator.CompiledRule, _ scope: Scope, depth: Int) {
    for (condition, matcher) in zip(rule.rule.conditions, rule.matchers) {
      let holds = matcher.fits(scope)
      add("\(holds ? "holds" : "does not hold"): \(condition.described(in: scope))", depth)
      guard holds else { return }
    }
    add(rule.rule.isIgnored ? "fits, and ignores the message" : "fits", depth)
    guard !rule.rule.isIgnored else { return }
    let parts: [(String, [Placeholder])] = [
      ("id", rule.rule.id?.placeholders ?? []), ("order", rule.rule.order?.placeholders ?? []),
      ("say", rule.rule.say?.placeholders ?? []),
      ("acknowledges", rule.rule.acknowledges?.placeholders ?? []),
      ("cancels", rule.rule.cancels?.placeholders ?? []),
      ("issued", rule.rule.issued?.placeholders ?? []),
      ("expiresAt", rule.rule.expiresAt?.placeholders ?? []),
      ("priority", rule.rule.priority?.placeholders ?? []),
      ("volume", rule.rule.volume?.placeholders ?? []),
    ]
    for (key, placeholders) in parts {
      for placeholder in placeholders { add(key, placeholder, scope, depth) }
    }
  }

  private mutating func add(
    _ key: String, _ placeholder: Placeholder, _ scope: Scope, _ depth: Int
  ) {
    for path in placeholder.paths {
      guard let value = scope.present(at: path) else {
        add("\(key): \(path) is empty", depth)
        continue
      }
      add("\(key): \(path) is \(value.shown)", depth)
      return
    }
    if let fallback = placeholder.fallback { add("\(key): the default \(quoted(fallback))", depth) }
  }
}

extension JSON {
  /// The value in a line of an explanation.
  fileprivate var shown: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): quoted(text)
    case .array(let elements): "a list of \(elements.count)"
    case .object(let object): "an object of \(object.members.count) members"
    }
  }
}

extension Condition {
  /// The condition in words, with the value that it meets.
  fileprivate func described(in scope: Scope) -> String {
    switch self {
    case .any(let conditions):
      return "one of (" + conditions.map { $0.described(in: scope) }.joined(separator: "; ") + ")"
    case .all(let conditions):
      return "all of (" + conditions.map { $0.described(in: scope) }.joined(separator: "; ") + ")"
    case .value(let path, let test):
      let value = scope.present(at: path)?.shown ?? "empty"
      return "\(path), which is \(value), \(test.words)"
    }
  }
}

extension Condition.Test {
  fileprivate var words: String {
    switch self {
    case .oneOf(let texts): "must be " + texts.joined(separator: " or ")
    case .noneOf(let texts): "must not be " + texts.joined(separator: " or ")
    case .present: "must be there"
    case .absent: "must be empty"
    case .above(let text): "must be greater than \(text)"
    case .below(let text): "must be less than \(text)"
    case .begins(let texts): "must begin with " + texts.joined(separator: " or ")
    }
  }
}
