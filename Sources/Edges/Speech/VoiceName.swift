/// The name of a voice of espeak-ng.
struct VoiceName: RawRepresentable, Equatable {
  /// The voice that reads pinyin: the other one for Mandarin reads it as English.
  private static let mandarin = "cmn-latn-pinyin"

  let rawValue: String

  /// Takes a name; `nil` for one that could lead to a file of somebody's.
  init?(rawValue: String) {
    let isName = rawValue.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-+_ ()".contains($0))
    }
    guard isName, !rawValue.isEmpty else { return nil }
    self.rawValue = rawValue == "cmn" ? Self.mandarin : rawValue
  }

  /// The language of ISO 639 with which the name begins.
  var language: String { Self.language(of: rawValue) }

  /// The names to try, the best first.
  static func candidates(_ voice: String?, _ locale: String) -> [VoiceName] {
    if let voice { return [VoiceName(rawValue: voice)].compactMap(\.self) }
    let language = language(of: locale)
    // In Hong Kong and Macau, written Chinese is read in Cantonese, for which there is no reader.
    let isCantonese = locale.hasSuffix("-HK") || locale.hasSuffix("-MO")
    guard language == "zh" else {
      return [locale.lowercased(), language].compactMap(VoiceName.init)
    }
    return isCantonese ? [] : [mandarin].compactMap(VoiceName.init)
  }

  private static func language(of name: String) -> String {
    String(name.lowercased().prefix { $0.isLetter })
  }
}
