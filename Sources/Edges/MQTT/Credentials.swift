/// A user name and its password (MQTT 5.0, 3.1.3.5 and 3.1.3.6).
///
/// However it is printed, the password stays out of sight.
public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
  /// The name.
  public let username: String
  /// The password.
  public let password: String

  /// Joins a name and its password.
  ///
  /// - Parameters:
  ///   - username: The name.
  ///   - password: The password.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }

  public var description: String { "\(username):…" }

  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
