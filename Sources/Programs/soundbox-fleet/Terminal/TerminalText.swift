import Interop
import Wire

/// Makes untrusted text safe to show on a terminal.
///
/// Control characters, characters that change the direction of writing and invisible characters are
/// escaped: an escape character becomes `\u{1B}`. A backslash is doubled, so that the result is unambiguous.
enum VisibleText {
  /// How many combining marks a letter may carry; more would cover other lines.
  private static let mostMarks = 4

  /// Escapes a text.
  ///
  /// - Parameter text: Any text.
  /// - Returns: One line of text.
  static func of(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      switch scalar {
      case "\\": shown += #"\\"#.unicodeScalars
      case "\n": shown += #"\n"#.unicodeScalars
      case "\r": shown += #"\r"#.unicodeScalars
      case "\t": shown += #"\t"#.unicodeScalars
      case _ where scalar.isHidden || marks > mostMarks:
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// Escapes a JSON text without changing its value.
  ///
  /// - Parameter json: JSON without spaces between its values.
  /// - Returns: JSON for the same value.
  static func json(_ json: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      guard scalar.isHidden else {
        shown.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        shown += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
      }
    }
    return String(shown)
  }
}

extension Unicode.Scalar {
  /// Whether it is a combining mark.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a terminal would interpret it, or show nothing.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    // Format characters include those that change the direction of writing.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

extension String {
  /// The number of terminal cells it takes; the text must be safe to show.
  var cells: Int { reduce(0) { $0 + $1.cells } }

  /// The text, cut to a width and ended by an ellipsis if it is longer.
  ///
  /// - Parameter width: The width, in cells.
  /// - Returns: A text of at most that width.
  func cut(to width: Int) -> String {
    guard cells > width else { return self }
    guard width > 0 else { return "" }
    var (text, taken) = ("", 0)
    for character in self {
      guard taken + character.cells < width else { break }
      text.append(character)
      taken += character.cells
    }
    return text + "…"
  }
}

extension Character {
  /// Two for wide East Asian characters (Unicode Standard Annex 11), none for combining marks.
  fileprivate var cells: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.allSatisfy(\.isMark) { return 0 }
    return first.isWide ? 2 : 1
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) }
  }

  /// The blocks of wide characters; wide characters elsewhere are emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}

extension Timestamp {
  /// The local time of day: `20:00:05`.
  var wallTime: String {
    let second = TimeZone.local(milliseconds / 1000).second
    return [second / 3600, second / 60 % 60, second % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Its age, rounded: `5 s`, `3 min`, `2 h`, `4 d`.
  ///
  /// - Parameter now: The time.
  /// - Returns: The age.
  func age(at now: Timestamp) -> String {
    let seconds = max(0, (now - self).milliseconds / 1000)
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
