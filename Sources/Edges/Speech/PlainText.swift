/// What is done to a text of any language before it is read.
enum PlainText {
  /// The text without control characters and with the usual forms of wide signs.
  static func cleaned(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3000: cleaned.append(" ")
      case 0xFF01...0xFF5E: cleaned.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? " ")
      case 0xFE00...0xFE0F: break
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: cleaned.append(" ")
        // The two joiners are part of how some scripts are spelled.
        case .format where scalar.value != 0x200C && scalar.value != 0x200D: break
        default: cleaned.append(scalar)
        }
      }
    }
    return String(cleaned)
  }

  /// Whether there is something to say.
  static func hasWords(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }
}
