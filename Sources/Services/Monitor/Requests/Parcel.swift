public import Wire

/// A request on its way to a box.
public struct Parcel: Sendable, Equatable {
  /// The mark under which its fate is told.
  public let token: Int64
  /// The topic.
  public let topic: String
  /// The request.
  public let payload: [UInt8]
  /// How long it is worth delivering.
  public let expiry: Duration
}

/// What became of a request.
public enum Reply: Sendable, Equatable {
  /// The box has answered.
  case answered(Response)
  /// Nobody listens there: no box, and no session that keeps it for one.
  case unreachable
  /// It did not reach the broker, or no answer came, within the time.
  case silence(after: Duration)
}
