import Interop

/// One line of the table: what was measured, beside what, and whether the promise holds.
struct Row {
  let what: String
  let figure: String
  let beside: String
  let promise: String
  let holds: Bool

  static func printHead() {
    line("what", "measured", "floor or peer", "promise", "holds")
  }

  func print() { Self.line(what, figure, beside, promise, holds ? "yes" : "NO") }

  private static func line(_ columns: String...) {
    let widths = [44, 16, 40, 26, 5]
    let cells = zip(columns, widths).map { text, width in
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    say(cells.joined(separator: "  "))
  }

  /// Writes a line at once, also into a pipe.
  static func say(_ line: String) {
    try? FileDescriptor.standard(1).write(Array((line + "\n").utf8))
  }
}

extension Duration {
  /// The duration in milliseconds, with two digits behind the point.
  var milliseconds: String { Self.rounded(self / .milliseconds(1)) + " ms" }

  /// The duration in microseconds, with two digits behind the point.
  var microseconds: String { Self.rounded(self / .microseconds(1)) + " µs" }

  static func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}

extension [Duration] {
  /// The value under which a share of all lies.
  func percentile(_ share: Double) -> Duration {
    let sorted = self.sorted()
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
