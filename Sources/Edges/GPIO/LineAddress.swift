/// Where a line is, and which of its levels means on.
struct LineAddress: Sendable, Equatable, CustomStringConvertible {
  /// The chip's name, label or path.
  let chip: String
  /// The line's offset in decimal digits, or its name.
  let line: String
  /// Whether the low level is on.
  let isActiveLow: Bool

  var description: String { "line \(line) of \(chip)" }
}
