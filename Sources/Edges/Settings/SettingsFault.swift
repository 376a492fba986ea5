/// One fault of the settings, its location, and what to do about it.
public struct SettingsFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The location.
  public let location: Location
  /// The fault.
  public let message: String
  /// What to do about it; empty if there is no advice.
  public let remedy: String

  /// The file's name, or “environment variable NAME”.
  public var file: String { location.file }
  /// The line, from 1; 0 for variables of the environment.
  public var line: Int { location.line }

  /// Describes a fault; later checks use it for settings that are ``Located``.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - message: The fault, beginning with a small letter, without a full stop.
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

/// All faults of the settings, in the order of the file's lines; never empty.
public struct SettingsFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// The faults.
  public let faults: [SettingsFault]

  init(_ faults: [SettingsFault]) {
    var seen: Set<SettingsFault> = []
    // Variables of the environment have line 0 and come last.
    self.faults = faults.filter { seen.insert($0).inserted }.sorted { first, second in
      (first.line == 0 ? .max : first.line) < (second.line == 0 ? .max : second.line)
    }
  }

  /// The faults, one per line.
  public var description: String {
    faults.map(\.description).joined(separator: "\n")
  }
}
