import Glibc
import Interop

/// What standard output leads to.
struct Screen {
  /// Whether it is a terminal on which a table can be drawn anew.
  let isTerminal: Bool
  /// Whether colours are wanted (no-color.org).
  let isColoured: Bool

  /// Looks at standard output.
  ///
  /// - Parameter environment: The variables, of which `TERM` and `NO_COLOR` matter.
  init(environment: [String: String] = ProcessEnvironment.variables) {
    isTerminal = isatty(1) == 1 && environment["TERM"] != "dumb"
    isColoured = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// How large the terminal is, in cells; 80 times 24 if it does not tell.
  ///
  /// Corresponds to `ioctl` with `TIOCGWINSZ`.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard isTerminal, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The width of tables: that of the terminal, and as wide as they want elsewhere.
  var width: Int? { isTerminal ? size.width : nil }
}

extension Screen {
  /// Takes the whole screen, so that what stood there comes back at the end (xterm, “The Alternate
  /// Screen Buffer”).
  static let take = "\u{1B}[?1049h\u{1B}[?25l"
  /// Gives the screen back.
  static let giveBack = "\u{1B}[?25h\u{1B}[?1049l"

  /// Draws lines over those that stand there.
  static func drawing(_ lines: [String]) -> String {
    "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J"
  }
}
