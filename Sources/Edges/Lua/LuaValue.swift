/// A value that a script is given or returns.
///
/// There are no numbers, as Lua's floats would change their digits: they go in as text, and come back
/// as text.
public enum LuaValue: Sendable, Equatable {
  /// JSON's `null`, which is `nil` in Lua: the key of an object, or a gap in a list.
  case null
  /// A boolean.
  case bool(Bool)
  /// A string. It may contain NUL.
  case text(String)
  /// A table with the keys 1 to n. An empty table returns as a list.
  case list([LuaValue])
  /// A table whose keys are strings. It returns sorted by the bytes of its keys.
  case object([Member])

  /// A key of an object and its value.
  public struct Member: Sendable, Equatable {
    /// The key.
    public let key: String
    /// The value.
    public let value: LuaValue

    /// Describes a member.
    ///
    /// - Parameters:
    ///   - key: The key; of two that are the same, the later one counts.
    ///   - value: The value.
    public init(_ key: String, _ value: LuaValue) {
      self.key = key
      self.value = value
    }
  }
}
