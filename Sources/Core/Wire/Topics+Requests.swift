/// The topics of requests and their answers, in which one level is the verb.
extension Topics {
  /// What to subscribe to for a purpose: the topic, with `+` for the verb if it has one.
  ///
  /// - Parameter purpose: The purpose.
  /// - Returns: A topic filter.
  public func filter(_ purpose: Purpose) -> String {
    purpose.namesVerb ? naming("+", in: self[purpose]) : self[purpose]
  }

  /// The verb of a request, if it is one to this box or to all boxes of its store.
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: The verb, known or not; `nil` if no request comes under `topic`.
  public func verb(of topic: String) -> String? {
    requests[0].verb(of: topic) ?? requests[1].verb(of: topic)
  }

  /// Whether `topic` speaks to all boxes of the store, with a voice command or a request.
  ///
  /// - Parameter topic: The topic of a message.
  /// - Returns: Whether it does; `false` if it is one of this box's own topics too.
  public func isForStore(_ topic: String) -> Bool {
    if topic == self[.command] || requests[0].verb(of: topic) != nil { return false }
    return topic == self[.storeCommand] || requests[1].verb(of: topic) != nil
  }

  /// The topic of a request to this box.
  ///
  /// - Parameter verb: What is asked.
  /// - Returns: The topic.
  public func request(_ verb: String) -> String { naming(verb, in: self[.request]) }

  /// The topic of a request to all boxes of the store.
  ///
  /// - Parameter verb: What is asked.
  /// - Returns: The topic.
  public func storeRequest(_ verb: String) -> String { naming(verb, in: self[.storeRequest]) }

  /// The topic of this box's answer to a request that names no response topic.
  ///
  /// - Parameter verb: What was asked.
  /// - Returns: The topic.
  public func response(to verb: String) -> String { naming(verb, in: self[.response]) }

  /// The filter for the answers of all boxes of the store.
  ///
  /// - Parameter verb: What was asked.
  /// - Returns: The filter: `+` stands for each level with the box's name in it.
  public func responses(to verb: String) -> String {
    let levels = Self.levels(boxesTemplate(.response))
    return naming(
      verb, in: levels.map { $0.contains(Self.boxName) ? "+" : $0 }.joined(separator: "/"))
  }

  /// The box that answered.
  ///
  /// - Parameter topic: The topic of an answer.
  /// - Returns: The name that stands where the template has the box's; `nil` if there is none.
  public func responder(_ topic: String) -> Identifier? {
    let (wanted, levels) = (Self.levels(boxesTemplate(.response)), Self.levels(topic))
    guard wanted.count == levels.count,
      let place = wanted.firstIndex(where: { $0.contains(Self.boxName) })
    else { return nil }
    let ends = wanted[place].split(
      separator: Self.boxName, maxSplits: 1, omittingEmptySubsequences: false)
    let level = levels[place]
    let (before, after) = (ends[0].utf8, (ends.last ?? "").utf8)
    guard ends.count == 2, level.utf8.count >= before.count + after.count,
      level.utf8.starts(with: before), level.utf8.suffix(after.count).elementsEqual(after)
    else { return nil }
    return Identifier(
      rawValue: String(
        decoding: level.utf8.dropFirst(before.count).dropLast(after.count), as: UTF8.self))
  }

  private func naming(_ verb: String, in topic: String) -> String {
    Self.levels(topic).map { $0 == Self.verbLevel ? verb : String($0) }.joined(separator: "/")
  }
}

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
    let (bytes, before, after) = (topic.utf8, beginning.utf8.count, end.utf8.count)
    guard hasVerb, bytes.count >= before + after, bytes.starts(with: beginning.utf8),
      bytes.suffix(after).elementsEqual(end.utf8)
    else { return nil }
    let verb = bytes.dropFirst(before).dropLast(after)
    return verb.contains(UInt8(ascii: "/")) ? nil : String(Substring(verb))
  }
}
