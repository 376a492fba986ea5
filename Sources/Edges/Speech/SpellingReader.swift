/// Reads a language whose script tells how words are said.
///
/// Letters of another script are refused: the synthesizer would name them, or read them as English.
struct SpellingReader: Reader {
  /// The first words of the Unicode names of the language's letters, besides Latin ones.
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
        guard scalar.isASCII || isOurs(scalar) else {
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

  private func isOurs(_ scalar: Unicode.Scalar) -> Bool {
    guard let first = scalar.properties.name?.split(separator: " ").first else { return false }
    return scripts.contains(String(first))
  }
}
