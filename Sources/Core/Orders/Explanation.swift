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
    var explanation = Explanation()
    let tried = rules.filter { $0.rule.topic.matches(topic) }
    if tried.isEmpty {
      explanation.add("no rule has the topic \(topic): see the outcome")
    }
    var reading = MessageReading(payload, topic: topic, at: arrival)
    var open: [String: Set<Int>] = [:]
    for rule in tried {
      explanation.add("rule \(rule.rule.label) for \(rule.rule.topic.rawValue)")
      do throws(Refusal) {
        let message = try reading.message(for: rule)
        guard rule.rule.readsList else {
          guard open.isEmpty else {
            explanation.add("not tried: elements of a list have been taken", 1)
            continue
          }
          let scope = Scope(message: message)
          if explanation.add(rule, scope, depth: 1) { return explanation }
          continue
        }
        guard
          let elements = try MessageReading.elements(of: rule.rule, in: message, topic: topic),
          !elements.isEmpty
        else {
          explanation.add(
            "no list at \(rule.rule.each?.description ?? rule.rule.script?.name ?? "")", 1)
          continue
        }
        let list = rule.rule.script?.name ?? rule.rule.each?.description ?? ""
        var rest = open[list] ?? Set(elements.indices)
        for (index, element) in elements.enumerated() where rest.contains(index) {
          explanation.add("element \(index + 1) of \(elements.count)", 1)
          var scope = Scope(message: message, element: element, number: index + 1)
          do throws(Refusal) {
            scope.element = try PayloadReader.parse(element, rule.elementSteps)
            if explanation.add(rule, scope, depth: 2) { rest.remove(index) }
          } catch {
            explanation.add("cannot be read: \(error)", 2)
          }
        }
        if rest.count < elements.count { open[list] = rest }
      } catch {
        explanation.add("cannot be read: \(error)", 1)
      }
    }
    if !tried.isEmpty, open.isEmpty || open.values.contains(where: { !$0.isEmpty }) {
      explanation.add(open.isEmpty ? "no rule fits" : "no rule fits the rest")
    }
    return explanation
  }
}

extension Explanation {
  /// Explains one rule; returns whether it fits.
  fileprivate mutating func add(
    _ rule: Translator.CompiledRule, _ scope: Scope, depth: Int
  ) -> Bool {
    for (condition, matcher) in zip(rule.rule.conditions, rule.matchers) {
      let holds = matcher.fits(scope)
      add("\(holds ? "holds" : "does not hold"): \(condition.described(in: scope))", depth)
      guard holds else { return false }
    }
    add(rule.rule.isIgnored ? "fits, and ignores the message" : "fits", depth)
    guard !rule.rule.isIgnored else { return true }
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
    return true
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
