public import Wire

/// What an alarm is about.
public enum AlarmSubject: Sendable, Hashable, CustomStringConvertible {
  /// One box.
  case box(BoxName)
  /// Many boxes of one store.
  case store(Identifier)
  /// Many boxes of many stores.
  case fleet
  /// The monitor itself.
  case monitor

  /// `box s1/b1`, `store s1`, `fleet` or `monitor`.
  public var description: String {
    switch self {
    case .box(let name): "box \(name)"
    case .store(let name): "store \(name)"
    case .fleet: "fleet"
    case .monitor: "monitor"
    }
  }

  /// Reads a ``description``.
  ///
  /// - Parameter text: The description.
  public init?(_ text: String) {
    switch text {
    case "fleet": self = .fleet
    case "monitor": self = .monitor
    case _ where text.hasPrefix("box "):
      guard let name = BoxName(String(text.dropFirst(4))) else { return nil }
      self = .box(name)
    case _ where text.hasPrefix("store "):
      guard let name = Identifier(rawValue: String(text.dropFirst(6))) else { return nil }
      self = .store(name)
    default: return nil
    }
  }

  /// The store that it belongs to, if there is exactly one.
  public var store: Identifier? {
    switch self {
    case .box(let name): name.store
    case .store(let name): name
    case .fleet, .monitor: nil
    }
  }
}
