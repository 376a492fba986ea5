/// One box among those of many stores.
public struct BoxName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The store it stands in.
  public let store: Identifier
  /// Its name there.
  public let box: Identifier

  /// Names a box.
  ///
  /// - Parameters:
  ///   - store: The store it stands in.
  ///   - box: Its name there.
  public init(store: Identifier, box: Identifier) {
    self.store = store
    self.box = box
  }

  /// Reads `store/box`.
  ///
  /// - Parameter text: The text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let store = Identifier(rawValue: String(parts[0])),
      let box = Identifier(rawValue: String(parts[1]))
    else { return nil }
    self.init(store: store, box: box)
  }

  public static func < (left: BoxName, right: BoxName) -> Bool {
    (left.store.rawValue, left.box.rawValue) < (right.store.rawValue, right.box.rawValue)
  }

  /// `store/box`.
  public var description: String { "\(store)/\(box)" }
}
