/// A receipt on its way to the broker.
public struct Outgoing: Sendable, Equatable {
  /// Its number.
  public let seq: Int64
  /// The topic it belongs under.
  public let topic: String
  /// Its JSON text.
  public let body: String
}
