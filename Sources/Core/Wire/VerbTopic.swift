/// The topic of requests, in which one level is the verb.
struct VerbTopic: Sendable, Equatable {
  private let beginning: String
  private let end: String
  /// Whether the topic has a level for the verb at all.
  private let hasVerb: Bool

  /// Takes a topic with the level `{verb}`.
  init(_ topic: String) {
    let levels = Topics.levels(topic)
    let place = levels.firstIndex { $0 == Topics.verbLevel }
    hasVerb = place != nil
    beginning = levels[..<(place ?? 0)].map { $0 + "/" }.joined()
    end = levels[((place ?? 0) + 1)...].map { "/" + $0 }.joined()
  }

  /// The verb, known or not; `nil` if `topic` is another one.
  ///
  /// Asked of every message that comes.
  func verb(of topic: String) -> String? {
    guard hasVerb, topic.hasPrefix(beginning), topic.hasSuffix(end) else { return nil }
    let (bytes, before, after) = (topic.utf8, beginning.utf8.count, end.utf8.count)
    guard bytes.count >= before + after else { return nil }
    let verb = bytes.dropFirst(before).dropLast(after)
    return verb.contains(UInt8(ascii: "/")) ? nil : String(Substring(verb))
  }
}
