extension String {
  /// How many cells of a terminal it takes; it must be text that may be shown.
  var cells: Int { reduce(0) { $0 + $1.cells } }

  /// As much of it as fits, with a sign that something is missing.
  ///
  /// - Parameter width: How many cells there are.
  /// - Returns: Text that takes no more cells.
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
  /// Two for what East Asian typography writes in a full square (Unicode Standard Annex 11), none for
  /// what is drawn on another letter.
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

  /// The blocks of wide letters; the wide pictures outside of them are known as emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}
