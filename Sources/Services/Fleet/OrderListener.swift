public import Orders
public import Wire

/// Reads the store and the ids from a back end's order messages; their content does not matter here.
public struct OrderListener: Sendable {
  /// A topic filter in which one level may be `{store}`.
  public let template: String
  /// The store, if the topic does not name it.
  public let store: Identifier?
  /// The rule by which boxes read the same messages.
  public let rule: OrderRule

  private let levels: [Substring]

  /// Creates a listener.
  ///
  /// - Parameters:
  ///   - template: A topic filter in which one level may be `{store}`.
  ///   - store: The store, if the topic does not name it.
  ///   - rule: The boxes' rule; its own topic is the template with `+` for `{store}`.
  public init(template: String, store: Identifier?, rule: OrderRule) {
    self.template = template
    self.store = store
    self.rule = rule
    levels = template.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Reads an order message; `nil` if the rule does not match it or its store is unknown.
  func read(topic: String, _ payload: [UInt8]) -> Report? {
    guard let message = try? JSONReader.read(payload),
      let names = rule.names(message, topic: topic), let store = store ?? store(in: topic)
    else { return nil }
    return .command(store: store, box: nil, id: names.id, order: names.order)
  }

  private func store(in topic: String) -> Identifier? {
    let names = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard let level = levels.firstIndex(of: "{store}"), level < names.count else { return nil }
    return Identifier(rawValue: String(names[level]))
  }
}
