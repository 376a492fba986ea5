/// Text from elsewhere as it may be shown on a terminal.
///
/// What a terminal would obey, what turns the direction of writing, and what cannot be seen is written
/// out: an escape character as `\u{1B}`. A backslash is doubled, so that nobody can feign that.
enum VisibleText {
  /// How many marks one letter may carry: more would cover other lines.
  private static let mostMarks = 4

  /// Writes out what must not be shown.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Text of one line.
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

  /// Writes out what must not be shown in a JSON text; its meaning stays the same.
  ///
  /// - Parameter json: JSON without spaces between its values.
  /// - Returns: The same value in other words.
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
  /// Whether it is drawn on the letter before it.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a terminal would obey it, or show nothing of it.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    // Among format characters are those that turn the direction of writing.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}
