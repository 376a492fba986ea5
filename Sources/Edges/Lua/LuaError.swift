/// The failure to load or call a script.
public struct LuaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// The step that failed, such as “call convert of orders.lua”.
  public let step: String
  /// The reason, in most cases with file and line as Lua reports them, such as
  /// “orders.lua:12: attempt to index a nil value (local 'order')”.
  ///
  /// At most 1,000 bytes come from the script. No address is among them.
  public let text: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - step: The step that failed.
  ///   - text: The reason, in words.
  public init(code: Code, step: String, text: String) {
    self.code = code
    self.step = step
    self.text = text
  }

  public var description: String { "cannot \(step): \(text)" }

  /// A kind of failure: a status of Lua, or one of this module.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The status.
    public let rawValue: Int32

    /// Wraps a status.
    ///
    /// - Parameter rawValue: The status.
    public init(rawValue: Int32) { self.rawValue = rawValue }
  }
}
