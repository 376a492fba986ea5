/// What one of mosquitto's programs did not do.
public struct MosquittoError: Error, CustomStringConvertible {
  /// The failure in words.
  public let description: String

  init(_ description: String) { self.description = description }
}
