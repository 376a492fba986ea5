import Wire

/// The messages that no rule announces, counted by topic.
struct IgnoredMessages: Sendable {
  /// How many topics are told in health.
  static let topicsTold = 20
  /// How many topics are counted apart, and how many kinds are known for the log; a `#` in a rule must
  /// not let the memory grow.
  private static let (mostTopics, mostKinds) = (500, 500)
  /// The name under which further topics are counted.
  private static let others = "…"

  private var counts: [String: Health.Ignored] = [:]
  private var kinds: Set<String> = []

  /// Counts a message.
  ///
  /// - Returns: Whether it is the first of its kind under its topic.
  mutating func add(topic: String, kind: String) -> Bool {
    let name = counts[topic] == nil && counts.count >= Self.mostTopics ? Self.others : topic
    counts[name, default: Health.Ignored(topic: name, count: 0, last: "")].count += 1
    counts[name]?.last = kind
    guard kinds.count < Self.mostKinds else { return false }
    return kinds.insert("\(topic) \(kind)").inserted
  }

  /// The topics with most messages, most first.
  var topics: [Health.Ignored] {
    Array(
      counts.values.sorted { ($1.count, $0.topic) < ($0.count, $1.topic) }.prefix(Self.topicsTold))
  }
}
