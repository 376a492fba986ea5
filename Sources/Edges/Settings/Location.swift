/// Where a setting stands: a line of a file, or a variable of the environment.
public struct Location: Sendable, Hashable, CustomStringConvertible {
  /// The file's name as it was given, or “environment variable NAME”.
  public let file: String
  /// The line, from 1; 0 if there is none, as for variables.
  public let line: Int

  /// Names a place.
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
