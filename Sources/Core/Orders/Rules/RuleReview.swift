import Wire

/// What can be said of rules without any message: which can never be reached, and whose ids could meet.
public enum RuleReview {
  /// Something that a person should look at.
  public struct Remark: Sendable, Equatable {
    /// The rule that it is about, by its place among the rules.
    public let rule: Int
    /// What it is.
    public let text: String
  }

  /// The rules that no message reaches, since an earlier one takes all that they would.
  ///
  /// - Parameter rules: The rules, in their order.
  /// - Returns: One remark a rule.
  public static func unreachable(_ rules: [OrderRule]) -> [Remark] {
    rules.indices.compactMap { index in
      guard let earlier = rules[..<index].first(where: { $0.takesAll(of: rules[index]) }) else {
        return nil
      }
      return Remark(
        rule: index, text: "is never reached: \(earlier.label) takes every message that fits it")
    }
  }

  /// The rules whose ids could be those of other events under another topic.
  ///
  /// - Parameter rules: The rules, in their order.
  /// - Returns: One remark for each pair of topics without a `source` that tells them apart.
  public static func collisions(_ rules: [OrderRule]) -> [Remark] {
    var first: [String?: OrderRule] = [:]
    var seen: Set<String> = []
    var remarks: [Remark] = []
    for (index, rule) in rules.enumerated() where rule.say != nil && rule.id != nil {
      guard let other = first[rule.source] else {
        first[rule.source] = rule
        continue
      }
      guard other.topic != rule.topic, seen.insert(rule.topic.rawValue).inserted else { continue }
      remarks.append(
        Remark(
          rule: index,
          text: "takes ids from the same space as \(other.label), which has another topic: if both "
            + "back ends count from 1, give each rule a source"))
    }
    return remarks
  }
}

extension OrderRule {
  /// Whether this rule fits every message that another one fits.
  fileprivate func takesAll(of other: OrderRule) -> Bool {
    guard topic.covers(other.topic), body == other.body, each == other.each,
      script?.name == other.script?.name
    else { return false }
    return conditions.allSatisfy { own in other.conditions.contains { $0.implies(own) } }
  }
}

extension TopicFilter {
  /// Whether each topic that another filter asks for is one that this filter asks for.
  fileprivate func covers(_ other: TopicFilter) -> Bool {
    let own = rawValue.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let others = other.rawValue.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, level) in own.enumerated() {
      if level.elementsEqual("#".utf8) { return true }
      guard index < others.count, !others[index].elementsEqual("#".utf8) else { return false }
      guard level.elementsEqual("+".utf8) || level.elementsEqual(others[index]) else {
        return false
      }
    }
    return own.count == others.count
  }
}

extension Condition {
  /// Whether another condition holds wherever this one does, as far as that is plain.
  fileprivate func implies(_ other: Condition) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.value(let path, .oneOf(let texts)), .value(let otherPath, let test))
    where path == otherPath:
      switch test {
      case .oneOf(let accepted):
        return texts.allSatisfy { text in accepted.contains { Comparand($0).equals(text) } }
      case .noneOf(let refused):
        return texts.allSatisfy { text in !refused.contains { Comparand($0).equals(text) } }
      case .present: return texts.allSatisfy { !$0.isEmpty }
      default: return false
      }
    case (.all(let conditions), _): return conditions.contains { $0.implies(other) }
    case (_, .any(let conditions)): return conditions.contains { implies($0) }
    default: return false
    }
  }
}
