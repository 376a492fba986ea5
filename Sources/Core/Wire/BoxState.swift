/// Whether a box can be reached, as its retained state topic says (protocol, section “State”).
public enum BoxState: String, Sendable {
  /// Subscribed and listening.
  case online
  /// The broker has lost it: the will.
  case lost
  /// Stopped on purpose: the goodbye.
  case offline

  /// The state as it is published.
  ///
  /// - Parameters:
  ///   - session: The number of the connection it speaks of, the same in birth, will and goodbye.
  ///   - moment: When it was written; a will is written when its connection is made.
  /// - Returns: The JSON object of the protocol.
  public func json(session: Int64, at moment: Timestamp) -> JSON {
    .object([
      "state": .string(rawValue), "session": .number(JSONNumber(session)),
      "at": .string(moment.description),
    ])
  }
}
