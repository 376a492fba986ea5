/// A setting with its location, for later checks.
public struct Located<Value: Decodable & Sendable>: Decodable, Sendable {
  /// The setting.
  public let value: Value
  /// The setting's location.
  public let location: Location

  /// Pairs a value with a location.
  ///
  /// - Parameters:
  ///   - value: The setting.
  ///   - location: Its location.
  public init(_ value: Value, at location: Location) {
    self.value = value
    self.location = location
  }

  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      location = decoder.path.node.location
      value = try decoder.state.decode(Value.self, at: decoder.path)
    } else {
      location = Location(file: "", line: 0)
      value = try Value(from: decoder)
    }
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// The location of a setting: a line of a file or an environment variable.
public struct Location: Sendable, Hashable, CustomStringConvertible {
  /// The file's name as given, or “environment variable NAME”.
  public let file: String
  /// The line, from 1; 0 if there is none, as for variables.
  public let line: Int

  /// Describes a location.
  ///
  /// - Parameters:
  ///   - file: The file's name.
  ///   - line: The line, from 1, or 0 if there is none.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  init(variable: String) { self.init(file: "environment variable \(variable)", line: 0) }

  public var description: String { line > 0 ? "\(file):\(line)" : file }
}
