public import Wire

/// What one message tells the monitor.
public enum Report: Sendable {
  /// A box says what became of a command.
  case receipt(BoxName, IssuedReceipt)
  /// A box can be reached or not; what the broker had kept may be old.
  case state(BoxName, StateReport, isRetained: Bool)
  /// What a box is.
  case info(BoxName, BoxInfo)
  /// How a box does.
  case health(BoxName, Health)
  /// A box answers a request.
  case response(BoxName, transaction: String, Response)
  /// Somebody has published a command, to one box or to all of a store.
  case command(store: Identifier, box: Identifier?, id: String, order: String)
  /// It cannot be read.
  case unreadable(Unreadable)

  /// A message that cannot be read.
  public struct Unreadable: Sendable {
    /// Its topic.
    public let topic: String
    /// Whose topic that is, if it is a box's.
    public let box: BoxName?
    /// Why it cannot be read.
    public let reason: String
    /// What it says, cut if it is long.
    public let payload: [UInt8]
  }
}
