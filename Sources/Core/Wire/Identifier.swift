/// The name of a store or a box, as topics write it: `[A-Za-z0-9_-]{1,64}`.
public struct Identifier: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Takes a name of that form.
  ///
  /// - Parameter rawValue: The name; `all` is none, since it addresses all boxes of a store.
  public init?(rawValue: String) {
    let allowed = rawValue.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard allowed, (1...64).contains(rawValue.utf8.count), rawValue != "all" else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}

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
