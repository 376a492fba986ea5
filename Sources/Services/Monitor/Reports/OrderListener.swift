public import Orders
public import Wire

/// Reads the order messages of a back end as far as a monitor needs them: whose they are, and their id.
public struct OrderListener: Sendable {
  /// A topic filter in which a level may be `{store}`.
  public let template: String
  /// The store, if the topic does not name it.
  public let store: Identifier?
  /// The boxes' rule.
  public let rule: OrderRule

  private let levels: [Substring]

  /// Describes a listener.
  ///
  /// - Parameters:
  ///   - template: A topic filter in which a level may be `{store}`.
  ///   - store: The store, if the topic does not name it.
  ///   - rule: The boxes' rule; its own topic is the template with `+` for `{store}`.
  public init(template: String, store: Identifier?, rule: OrderRule) {
    self.template = template
    self.store = store
    self.rule = rule
    levels = template.split(separator: "/", omittingEmptySubsequences: false)
  }

  func read(topic: String, _ payload: [UInt8]) -> Report? {
    guard let message = try? JSONReader.read(payload),
      let names = rule.names(message, topic: topic), let store = store ?? named(in: topic)
    else { return nil }
    return .command(store: store, box: nil, id: names.id, order: names.order)
  }

  private func named(in topic: String) -> Identifier? {
    let names = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard let place = levels.firstIndex(of: "{store}"), place < names.count else { return nil }
    return Identifier(rawValue: String(names[place]))
  }
}
