/// What the database refused, while doing what, and what an operator can do about it.
///
/// Neither the password of the URL nor the values of rows are in any of its texts.
public struct PostgresError: Error, Sendable, CustomStringConvertible {
  /// The server's answer, or the code that says the same of what failed on this side.
  public let code: SQLState
  /// What was tried, as an infinitive with the server's place.
  public let step: String
  /// What went wrong, in the server's or libpq's words.
  public let reason: String
  /// What to do about it; empty if there is nothing to advise.
  public let hint: String
  /// Whether the server is out of reach: wait, then ``Postgres/reconnect()``.
  ///
  /// If it was lost while a transaction was being stored, nobody knows whether it was: try again
  /// with statements that can be run twice.
  public let isConnectionLost: Bool

  init(
    _ code: SQLState, step: String, reason: String, hint: String? = nil,
    isConnectionLost: Bool = false
  ) {
    self.code = code
    self.step = step
    self.reason = reason
    self.hint = hint ?? Self.usualHint(for: code)
    self.isConnectionLost = isConnectionLost
  }

  /// Whether the server's disk is full: the transaction is undone, reading goes on.
  public var isFull: Bool { code == .full }

  /// Whether the transaction or the server takes no writes, as a standby does; reading goes on.
  public var isReadOnly: Bool { code == .readOnly }

  /// Whether another program has claimed what was asked for.
  public var isClaimed: Bool { code == .lockNotAvailable }

  /// Whether a row is there already.
  public var isUniqueViolation: Bool { code == .uniqueViolation }

  /// Whether the transaction got into the way of another one: run it again, from its beginning.
  public var isSerialization: Bool { code == .serializationFailure || code == .deadlock }

  public var description: String {
    let text = "cannot \(step): \(reason) (SQLSTATE \(code.rawValue))"
    return hint.isEmpty ? text : "\(text); \(hint)"
  }

  private static func usualHint(for code: SQLState) -> String {
    switch code {
    case .full: "free space on the file system that holds the server's data"
    case .readOnly: "connect to the primary server, or let this user write"
    case .cannotConnect: "check that the server runs, and the host, port, user and password"
    case .connectionFailure: "check the server and the network; connect again"
    case .serializationFailure, .deadlock: "run the transaction again"
    default: ""
    }
  }
}
