/// Converts a text to a form that a voice reads correctly.
protocol TextReader: Sendable {
  /// The text for the voice.
  ///
  /// - Throws: ``SpeechError`` for a text that the voice would misread.
  func reading(of text: String) throws(SpeechError) -> String
}

/// Reads a language whose script determines the pronunciation.
///
/// Letters of other scripts are refused: the synthesizer would name them or read them as English.
struct SpellingReader: TextReader {
  /// The first words of the Unicode names of each language's letters, besides Latin.
  private static let scripts: [String: Set<String>] = [
    "as": ["BENGALI"], "be": ["CYRILLIC"], "bg": ["CYRILLIC"], "bn": ["BENGALI"],
    "el": ["GREEK"], "gu": ["GUJARATI"], "hi": ["DEVANAGARI"], "hy": ["ARMENIAN"],
    "ja": ["HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"], "ka": ["GEORGIAN"], "kk": ["CYRILLIC"],
    "kn": ["KANNADA"], "ko": ["HANGUL"], "ky": ["CYRILLIC"], "mk": ["CYRILLIC"],
    "ml": ["MALAYALAM"], "mr": ["DEVANAGARI"], "ne": ["DEVANAGARI"], "or": ["ORIYA"],
    "pa": ["GURMUKHI"], "ru": ["CYRILLIC"], "si": ["SINHALA"], "sr": ["CYRILLIC"],
    "ta": ["TAMIL"], "te": ["TELUGU"], "th": ["THAI"], "uk": ["CYRILLIC"],
  ]

  private let scripts: Set<String>

  /// - Parameter language: A language of ISO 639, such as `hi`.
  init(language: String) {
    scripts = (Self.scripts[language] ?? []).union(["COMBINING", "LATIN", "FEMININE", "MASCULINE"])
  }

  func reading(of text: String) throws(SpeechError) -> String {
    var reading = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .otherSymbol, .modifierSymbol: reading.append(" ")
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber:
        guard scalar.isASCII || isInScript(scalar) else {
          throw .refused("the voice does not read “\(scalar)”")
        }
        reading.append(scalar)
      case .letterNumber, .otherNumber, .privateUse, .unassigned, .surrogate:
        throw .refused("the voice does not read “\(scalar)”")
      default: reading.append(scalar)
      }
    }
    return String(reading)
  }

  private func isInScript(_ scalar: Unicode.Scalar) -> Bool {
    guard let first = scalar.properties.name?.split(separator: " ").first else { return false }
    return scripts.contains(String(first))
  }
}

/// Prepares a text of any language for reading.
enum PlainText {
  /// The text without control characters, and with full-width forms replaced.
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
        // Some scripts need the two joiners.
        case .format where scalar.value != 0x200C && scalar.value != 0x200D: break
        default: cleaned.append(scalar)
        }
      }
    }
    return String(cleaned)
  }

  /// Whether the text contains letters or digits.
  static func hasWords(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }
}
