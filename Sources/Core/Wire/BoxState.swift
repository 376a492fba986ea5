/// Whether a box can be reached, as its retained state topic says (protocol, section “State”).
///
/// A state that is none of those named here comes from a box of another version, and is kept as it is.
public struct BoxState: RawRepresentable, Sendable, Hashable {
  /// Subscribed and listening.
  public static let online = BoxState(rawValue: "online")
  /// The broker has lost it: the will.
  public static let lost = BoxState(rawValue: "lost")
  /// Stopped on purpose: the goodbye.
  public static let offline = BoxState(rawValue: "offline")

  /// The word in the message.
  public let rawValue: String

  /// Takes any word.
  ///
  /// - Parameter rawValue: The word in the message.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The state as it is published.
  ///
  /// - Parameters:
  ///   - connectionNumber: The number of the connection it speaks of, the same in birth, will and goodbye.
  ///   - moment: When it was written; a will is written when its connection is made.
  /// - Returns: The JSON object of the protocol.
  public func json(connectionNumber: Int64, at moment: Timestamp) -> JSON {
    .object([
      "state": .string(rawValue), "session": .number(JSONNumber(connectionNumber)),
      "at": .string(moment.description),
    ])
  }
}

/// What a box's retained state topic says (protocol, section “State”).
public struct StateReport: Sendable, Equatable {
  /// Whether it can be reached.
  public var state: BoxState
  /// The number of the connection that it speaks of: an older one tells nothing about now.
  public var connectionNumber: Int64
  /// When it was written, by the box's clock; a will is written when its connection is made.
  public var at: Timestamp?

  /// Reads a report.
  ///
  /// - Parameter payload: The message.
  /// - Throws: ``Refusal``, which names the first field at fault.
  public init(payload: [UInt8]) throws(Refusal) {
    let fields = try Fields(payload: payload)
    state = BoxState(rawValue: try fields.word("state"))
    guard let connectionNumber = try fields.count("session") else {
      throw Refusal("session", "is missing")
    }
    self.connectionNumber = connectionNumber
    at = try fields.timestamp("at")
  }
}
