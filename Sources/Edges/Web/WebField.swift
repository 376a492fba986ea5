/// A name and its value: a header, an item of a query, or a cookie.
public struct WebField: Sendable, Equatable {
  /// The name, as it was written.
  public let name: String
  /// The value; may be empty.
  public let value: String

  /// Puts a name to a value.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - value: The value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
