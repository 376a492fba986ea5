/// Who writes a receipt or a state: a box, at one of its connections.
public struct Issuer: Sendable, Equatable {
  /// The shop in which the box stands.
  public let store: Identifier
  /// The box.
  public let box: Identifier
  /// The number of the connection; it grows at every connect.
  public var session: Int64
  /// Whether the box's clock has been set by somebody who knows the time.
  public var clockIsSynced: Bool

  /// Names a box at a connection.
  ///
  /// - Parameters:
  ///   - store: The shop in which the box stands.
  ///   - box: The box.
  ///   - session: The number of the connection.
  ///   - clockIsSynced: Whether the box's clock can be believed.
  public init(store: Identifier, box: Identifier, session: Int64, clockIsSynced: Bool) {
    self.store = store
    self.box = box
    self.session = session
    self.clockIsSynced = clockIsSynced
  }
}
