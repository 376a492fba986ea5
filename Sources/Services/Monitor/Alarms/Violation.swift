import Wire

/// That a rule's condition is true of something now.
struct Violation: Sendable, Equatable {
  let subject: AlarmSubject
  /// What is wrong with it, in words.
  let text: String
  /// Since when, if that is known.
  var since: Timestamp?
}

/// What the rules find at one moment.
struct RuleSnapshot: Sendable {
  /// By rule; a rule that is missing could not be looked at, and what it found before stands.
  var findings: [Identifier: [Violation]] = [:]
}
