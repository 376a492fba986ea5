/// Why a browser did not do what it was asked for.
public struct BrowserFault: Error, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  /// Says it.
  ///
  /// - Parameter description: What went wrong.
  public init(_ description: String) { self.description = description }
}
