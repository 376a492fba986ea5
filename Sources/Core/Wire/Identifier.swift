/// The name of a store or a box as it stands in topics: `[A-Za-z0-9_-]{1,64}`.
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
