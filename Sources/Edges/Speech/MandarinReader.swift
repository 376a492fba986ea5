import Synchronization

/// Converts Mandarin to pinyin with tone numbers.
///
/// espeak-ng 1.51 reads many Chinese characters as English or in a wrong tone. Numbers up to 99 are
/// read as numbers, others digit by digit. Capitals are spelled.
final class MandarinReader: TextReader {
  /// Symbols with a meaning next to a number, which would not be heard.
  private static let numberSymbols: Set<Character> = Set("%*×÷=~<>$¥￥€£^°/:")
  /// Symbols with a meaning next to a number, but not between it and a letter.
  private static let dashes: Set<Character> = Set("-−–")
  private static let digits: [Character: String] = [
    "0": "ling2", "1": "yi1", "2": "er4", "3": "san1", "4": "si4", "5": "wu3", "6": "liu4",
    "7": "qi1", "8": "ba1", "9": "jiu3",
  ]

  private let characters: Mutex<HanLatin?>
  private let releases: [Int]

  /// - Parameter releases: The releases of ICU to look for when first needed.
  init(releases: [Int] = HanLatin.releases) {
    characters = Mutex(nil)
    self.releases = releases
  }

  func reading(of text: String) throws(SpeechError) -> String {
    var rest = Array(text)[...]
    var words: [String] = []
    var last: Character?
    while let next = rest.first {
      if Self.isHan(next) {
        words += try syllables(of: Self.take(&rest, while: Self.isHan))
      } else if Self.digits[next] != nil {
        words += Self.number(&rest)
        last = "0"
        continue
      } else if next.isLetter {
        words += try Self.letters(Self.take(&rest, while: { $0.isLetter && !Self.isHan($0) }))
      } else {
        words += try Self.sign(next, between: last, and: rest.dropFirst().first)
        rest.removeFirst()
      }
      last = next
    }
    return words.joined(separator: " ")
  }

  private static func isHan(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy(\.properties.isIdeographic)
  }

  private static func take(
    _ rest: inout ArraySlice<Character>, while condition: (Character) -> Bool
  ) -> [Character] {
    let taken = rest.prefix(while: condition)
    rest = rest.dropFirst(taken.count)
    return Array(taken)
  }
}

// MARK: Chinese characters

extension MandarinReader {
  private func syllables(of text: [Character]) throws(SpeechError) -> [String] {
    var syllables: [String] = []
    var index = 0
    while index < text.count {
      let word = (2...HanWords.longest).reversed().lazy
        .compactMap { HanWords.words[String(text[index...].prefix($0))] }.first
      if let word { syllables += word } else { syllables.append(try syllable(of: text[index])) }
      index += word?.count ?? 1
    }
    return Self.withToneChanges(syllables, text)
  }

  private func syllable(of character: Character) throws(SpeechError) -> String {
    if let preferred = HanWords.preferred[character] { return preferred }
    guard !HanWords.ambiguous.contains(character) else {
      throw .refused("“\(character)” is ambiguous here")
    }
    let reading = try characters.withLock { loaded throws(SpeechError) in
      if loaded == nil { loaded = try HanLatin(releases: releases) }
      return loaded?.reading(of: character)
    }
    guard let reading else { throw .refused("“\(character)” has no known reading") }
    return reading
  }

  /// Applies the tone changes of 不 and 一.
  private static func withToneChanges(_ syllables: [String], _ text: [Character]) -> [String] {
    var syllables = syllables
    for (index, next) in zip(syllables.indices, syllables.dropFirst()) {
      let isFalling = next.hasSuffix("4")
      if text[index] == "不", syllables[index] == "bu4", isFalling { syllables[index] = "bu2" }
      let isCounted = HanWords.toneChangers.contains(text[index + 1])
      if text[index] == "一", syllables[index] == "yi1", isCounted {
        syllables[index] = isFalling || next == "ge5" ? "yi2" : "yi4"
      }
    }
    return syllables
  }
}

// MARK: Numbers, letters and signs

extension MandarinReader {
  /// Reads a number with its decimals.
  private static func number(_ rest: inout ArraySlice<Character>) -> [String] {
    let isDigit = { (character: Character) in digits[character] != nil }
    let whole = take(&rest, while: isDigit)
    var words = whole.compactMap { digits[$0] }
    if rest.first == ".", let digit = rest.dropFirst().first, isDigit(digit) {
      rest.removeFirst()
      return words + ["dian3"] + take(&rest, while: isDigit).compactMap { digits[$0] }
    }
    if whole == ["2"], let next = rest.first, HanWords.measureWords.contains(next) {
      return ["liang3"]
    }
    guard whole.count == 2, whole[0] != "0" else { return words }
    if whole[1] == "0" { words.removeLast() }
    words.insert("shi2", at: 1)
    if whole[0] == "1" { words.removeFirst() }
    return words
  }

  /// Spells a letter or a short word in capitals.
  private static func letters(_ word: [Character]) throws(SpeechError) -> [String] {
    let isSpelled = word.count == 1 || word.count <= 5 && word.allSatisfy(\.isUppercase)
    guard isSpelled, word.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      throw .refused("the voice does not read “\(String(word))”", hint: "write it in Chinese")
    }
    return word.map { $0.uppercased() }
  }

  /// A pause for punctuation, and nothing for other symbols.
  private static func sign(
    _ sign: Character, between last: Character?, and next: Character?
  ) throws(SpeechError) -> [String] {
    switch sign {
    case ",", "，", "、", ";", "；", "：", "(", ")", "（", "）": return [","]
    case ".", "。", "!", "！", "?", "？", "…": return ["."]
    case "+": return ["jia1"]
    default: break
    }
    let neighbours = [last, next].compactMap(\.self)
    let isBesideNumber = neighbours.contains { digits[$0] != nil }
    let hasMeaning =
      numberSymbols.contains(sign)
      || dashes.contains(sign) && !neighbours.contains(where: \.isLetter)
    guard !sign.isNumber, !(isBesideNumber && hasMeaning) else {
      throw .refused("the voice does not read “\(sign)” in a number")
    }
    return sign == ":" ? [","] : []
  }
}
