import Wire

/// The id of one clip of a pack, such as `n88` or `order.new`.
///
/// It has the form of a `Name`, so that a sound command can call every clip by its id.
public struct ClipID: RawRepresentable, Sendable, Hashable {
  /// The id as it is written.
  public let rawValue: String

  /// Takes an id of the form of a name.
  ///
  /// - Parameter rawValue: The id.
  public init?(rawValue: String) {
    guard Name(rawValue: rawValue) != nil else { return nil }
    self.rawValue = rawValue
  }

  /// Puts a number into a form that was checked when the grammar was read.
  init(checked rawValue: String) { self.rawValue = rawValue }
}

extension ClipID: Comparable {
  public static func < (left: ClipID, right: ClipID) -> Bool { left.rawValue < right.rawValue }
}

extension ClipID: CustomStringConvertible {
  public var description: String { rawValue }
}
