import Glibc
import Interop
import Wire

/// The terminal on standard output, if there is one.
struct Screen {
  /// Whether it is a terminal that can redraw a table.
  let isTerminal: Bool
  /// Whether to use colours (no-color.org).
  let isColoured: Bool

  /// Examines standard output.
  ///
  /// - Parameter environment: Environment variables; `TERM` and `NO_COLOR` matter.
  init(environment: [String: String] = ProcessEnvironment.variables) {
    isTerminal = isatty(1) == 1 && environment["TERM"] != "dumb"
    isColoured = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The size of the terminal, in cells; 80 by 24 if it is unknown.
  ///
  /// Corresponds to `ioctl` with `TIOCGWINSZ`.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard isTerminal, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The width of tables: that of the terminal; `nil`, no limit, elsewhere.
  var width: Int? { isTerminal ? size.width : nil }
}

extension Screen {
  /// Switches to the alternate screen buffer and hides the cursor (xterm, “The Alternate Screen
  /// Buffer”).
  static let enterAlternate = "\u{1B}[?1049h\u{1B}[?25l"
  /// Switches back and shows the cursor.
  static let leaveAlternate = "\u{1B}[?25h\u{1B}[?1049l"

  /// Draws lines over the present ones.
  static func drawing(_ lines: [String]) -> String {
    "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J"
  }
}

/// The colour of a word on a terminal.
enum TerminalColor: String {
  case plain = ""
  case bold = "1"
  case faint = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"

  /// The colour of an outcome.
  ///
  /// - Parameter outcome: The outcome's word.
  init(outcome: String?) {
    let isFailure = Outcome.all.contains { $0.name == outcome && $0.isFailure }
    switch outcome {
    case "played", "summarized": self = .green
    case nil: self = .plain
    default: self = isFailure ? .red : .yellow
    }
  }

  /// The colour of a box's condition.
  ///
  /// - Parameter condition: The condition's word.
  init(condition: String) {
    switch condition {
    case "online": self = .green
    case "lost", "silent": self = .red
    case "degraded": self = .yellow
    default: self = .faint
    }
  }

  /// Colours a text (ECMA-48, 8.3.117).
  func applied(to text: String) -> String {
    self == .plain ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
