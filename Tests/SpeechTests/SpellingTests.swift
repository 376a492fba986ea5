import Testing

@testable import Speech

@Suite struct `A reader of spelled languages` {
  @Test(arguments: [
    ("en", "No onions, table A-12 (please)!"), ("es", "sin azúcar, 1º"),
    ("hi", "बिना प्याज़ के coke"), ("ru", "без лука"), ("ja", "ねぎ なし コーラ"),
    ("th", "ไม่ใส่ผัก"), ("ko", "양파 빼고"), ("vi", "không hành"),
  ])
  func `leaves a text as it is`(language: String, text: String) throws {
    #expect(try SpellingReader(language: language).reading(of: text) == text)
  }

  @Test(arguments: [
    ("en", "桌"), ("ja", "葱なし"), ("en", "без"), ("hi", "桌"), ("de", "ねぎ"), ("ar", "بدون بصل"),
    ("yue", "唔要蔥"), ("en", "½"), ("en", "①"), ("en", "\u{E000}"),
  ])
  func `refuses another script`(language: String, text: String) {
    let error = #expect(throws: SpeechError.self) {
      try SpellingReader(language: language).reading(of: text)
    }
    #expect(error?.kind == .refused)
  }

  @Test func `leaves pictures out`() throws {
    #expect(try SpellingReader(language: "en").reading(of: "hot 🌶") == "hot  ")
  }

  @Test func `has no control characters, and the usual forms of wide signs`() {
    #expect(PlainText.cleaned("a\u{1}b\tc\u{200B}\u{7F}ＡＢ１２，\u{3000}x") == "a b c AB12, x")
  }

  @Test(arguments: ["", " ", "…!?", "😀"]) func `has nothing to say`(text: String) {
    #expect(!PlainText.hasWords(text))
  }
}
