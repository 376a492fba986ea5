/// One thing that is wrong with the settings, where it stands, and what to do about it.
public struct SettingsFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it stands.
  public let location: Location
  /// What is wrong.
  public let message: String
  /// What to do about it; empty if there is nothing to advise.
  public let remedy: String

  /// The file's name, or “environment variable NAME”.
  public var file: String { location.file }
  /// The line, from 1; 0 for variables of the environment.
  public var line: Int { location.line }

  /// Describes a fault; later checks use it for settings that are ``Located``.
  ///
  /// - Parameters:
  ///   - location: Where it stands.
  ///   - message: What is wrong, beginning with a small letter, without a full stop.
  ///   - remedy: What to do about it.
  public init(_ location: Location, _ message: String, remedy: String = "") {
    self.location = location
    self.message = message
    self.remedy = remedy
  }

  public var description: String {
    remedy.isEmpty ? "\(location): \(message)" : "\(location): \(message): \(remedy)"
  }
}
