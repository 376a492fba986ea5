import CSpeech

/// The readings of single Chinese characters, from ICU's transliterator Han-Latin.
///
/// ICU is loaded when first needed. Each release has its own names of files and functions.
@safe final class HanLatin {
  /// The releases to look for, newest first.
  static let releases = Array((60...99).reversed())

  private let transliterator: UnsafeMutableRawPointer
  private let transliterate:
    @convention(c) (
      UnsafeRawPointer?, UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<Int32>?, Int32, Int32,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> Void
  private var cache: [Character: String] = [:]

  /// Loads ICU's rules, which takes a while.
  ///
  /// Corresponds to `utrans_openU`.
  ///
  /// - Parameter releases: The releases to look for.
  /// - Throws: ``SpeechError`` if none of them is installed.
  init(releases: [Int] = releases) throws(SpeechError) {
    for release in releases {
      guard let library = DynamicLibrary("libicui18n.so.\(release)"),
        let open = unsafe library.function("utrans_openU_\(release)", as: utrans_openU_type.self),
        let transliterate = unsafe library.function(
          "utrans_transUChars_\(release)", as: utrans_transUChars_type.self)
      else { continue }
      let rules = Array("Han-Latin; Latin-NumericPinyin".utf16)
      var status: Int32 = 0
      let opened = unsafe open(rules, Int32(rules.count), 0, nil, 0, nil, &status)
      guard status <= 0, let opened = unsafe opened else { continue }
      unsafe transliterator = opened
      unsafe self.transliterate = transliterate
      return
    }
    throw SpeechError(
      .notInstalled, step: "read Chinese characters", reason: "libicui18n was not found",
      hint: "install the package libicu72, or a newer release")
  }

  /// The most common reading of a character, as pinyin with a tone number; `nil` if it has none.
  func reading(of character: Character) -> String? {
    if let reading = cache[character] { return reading }
    guard let reading = Self.syllable(transliterated(character)) else { return nil }
    cache[character] = reading
    return reading
  }

  /// Corresponds to `utrans_transUChars`.
  private func transliterated(_ character: Character) -> String {
    var text = Array(String(character).utf16) + [UInt16](repeating: 0, count: 32)
    let capacity = Int32(text.count)
    var length = capacity - 32
    var (limit, status) = (length, Int32(0))
    unsafe transliterate(transliterator, &text, &length, capacity, 0, &limit, &status)
    guard status <= 0, (0...capacity).contains(length) else { return "" }
    return String(decoding: text.prefix(Int(length)), as: UTF16.self)
  }

  private static func syllable(_ text: String) -> String? {
    var letters = text.trimmingPrefix(" ")[...]
    while letters.last == " " { letters.removeLast() }
    var tone: Character = "5"
    if let last = letters.last, ("1"..."5").contains(last) {
      tone = last
      letters.removeLast()
    }
    let isPlain = letters.allSatisfy { ("a"..."z").contains($0) || $0 == "ü" }
    guard isPlain, !letters.isEmpty else { return nil }
    return letters.map { $0 == "ü" ? "v" : String($0) }.joined() + String(tone)
  }
}
