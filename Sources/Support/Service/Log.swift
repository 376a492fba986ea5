import Glibc

/// The daemon's log: one line per event on standard error, in journald's format.
///
///     log(.notice, "order played", ["order.id": "A-17"])  // <5>order played order.id=A-17
public struct Log: Sendable {
  /// A line's severity; the raw value is syslog's priority.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

    /// The level with this name.
    ///
    /// - Parameter name: `error`, `warning`, `notice`, `info` or `debug`.
    public init?(_ name: String) {
      guard let level = Level.allCases.first(where: { "\($0)" == name }) else { return nil }
      self = level
    }
  }

  private let level: Level
  private let write: @Sendable (String) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - level: The least severe level that is written.
  ///   - write: Receives each line without its end; by default it goes to standard error.
  public init(
    level: Level = .info, write: @escaping @Sendable (String) -> Void = Log.writeToStandardError
  ) {
    self.level = level
    self.write = write
  }

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - level: The severity.
  ///   - message: The event, always in the same words.
  ///   - fields: The details, under dotted keys; no payloads and no secrets. An ambiguous value is
  ///     quoted, with a backslash before quotation marks and backslashes; control characters and
  ///     marks that change the reading direction become escapes such as `\u{202e}`. Long values
  ///     are cut.
  public func callAsFunction(
    _ level: Level, _ message: StaticString, _ fields: KeyValuePairs<String, String> = [:]
  ) {
    guard level <= self.level else { return }
    var line = "<\(level.rawValue)>\(message)"
    for (key, value) in fields { line += " \(key)=\(Self.printable(value))" }
    write(line)
  }

  /// Writes one line to standard error.
  ///
  /// - Parameter line: The line, without its end.
  public static func writeToStandardError(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
      if written < 0 && errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, written))
    }
  }

  /// The longest value, in Unicode scalars.
  private static let longestValue = 256

  private static func printable(_ value: String) -> String {
    var text = ""
    var isPlain = !value.isEmpty
    for scalar in value.unicodeScalars.prefix(longestValue) {
      switch (scalar, scalar.properties.generalCategory) {
      case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
        text += "\\u{\(String(scalar.value, radix: 16))}"
        isPlain = false
      case ("\"", _), ("\\", _):
        text += "\\\(scalar)"
        isPlain = false
      case ("=", _), (_, .spaceSeparator):
        text.unicodeScalars.append(scalar)
        isPlain = false
      default: text.unicodeScalars.append(scalar)
      }
    }
    let isCut = value.unicodeScalars.dropFirst(longestValue).first != nil
    return (isPlain ? text : "\"\(text)\"") + (isCut ? "…" : "")
  }
}
