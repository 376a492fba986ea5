import Wire

/// The colour of a word on a terminal; the word says the same.
enum TerminalColor: String {
  case plain = ""
  case bold = "1"
  case faint = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"

  /// The ink for what became of an order.
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

  /// The ink for how a box stands.
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
  func on(_ text: String) -> String {
    self == .plain ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
