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
