/// What a box's retained state topic says (protocol, section “State”).
public struct StateReport: Sendable, Equatable {
  /// Whether it can be reached.
  public var state: BoxState
  /// The number of the connection that it speaks of: an older one tells nothing about now.
  public var session: Int64
  /// When it was written, by the box's clock; a will is written when its connection is made.
  public var at: Timestamp?

  /// Reads a report.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8]) throws(Refusal) {
    let fields = try Fields(payload: payload)
    guard let name = try fields.text("state"), let state = BoxState(rawValue: name) else {
      throw Refusal("state", "online, lost or offline is wanted")
    }
    guard let session = try fields.count("session") else { throw Refusal("session", "is missing") }
    self.state = state
    self.session = session
    at = try fields.timestamp("at")
  }
}
