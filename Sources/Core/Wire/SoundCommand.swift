/// What to say: a line of words, such as `order.new number:128 money:CNY88.50`.
///
/// The grammar is that of the protocol, section “Sound command”: at most 64 words and 1024 bytes of
/// UTF-8, one space between words.
public struct SoundCommand: Sendable, Hashable {
  /// The most words one command may have.
  public static let maximumWords = 64
  /// The longest command, in bytes of UTF-8.
  public static let maximumLength = 1024

  /// The words, in speaking order; never empty.
  public let words: [Word]
  /// The command as it was written.
  public let text: String

  /// Reads a command.
  ///
  /// - Parameter text: The line of words.
  /// - Throws: ``SoundCommandFault``, which names the first word at fault.
  public init(_ text: String) throws(SoundCommandFault) {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong(bytes: text.utf8.count) }
    let pieces = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard pieces.contains(where: { !$0.isEmpty }) else { throw .empty }
    guard pieces.count <= Self.maximumWords else { throw .tooManyWords(pieces.count) }
    var words: [Word] = []
    for (index, piece) in pieces.enumerated() {
      do {
        words.append(try Word(piece))
      } catch {
        throw .word(position: index + 1, text: String(piece), error)
      }
    }
    try Self.refusePaymentOfNothing(words)
    self.words = words
    self.text = text
  }

  /// Makes a command of words.
  ///
  /// - Parameter words: The words; none of them is read again, so that no value becomes two words.
  /// - Throws: ``SoundCommandFault``.
  public init(_ words: [Word]) throws(SoundCommandFault) {
    guard !words.isEmpty else { throw .empty }
    guard words.count <= Self.maximumWords else { throw .tooManyWords(words.count) }
    let text = words.map(\.description).joined(separator: " ")
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong(bytes: text.utf8.count) }
    try Self.refusePaymentOfNothing(words)
    self.words = words
    self.text = text
  }

  private static func refusePaymentOfNothing(_ words: [Word]) throws(SoundCommandFault) {
    guard words.contains(where: { $0.isPayment }) else { return }
    for (index, word) in words.enumerated() {
      if case .money(let money) = word, money.minorUnits == 0 {
        throw .word(position: index + 1, text: word.description, .money(.nothingPaid))
      }
    }
  }
}

extension SoundCommand: CustomStringConvertible {
  public var description: String { text }
}

extension SoundCommand {
  /// Whether this says that there is an order to deal with, so that it is not said of one that has been
  /// cancelled.
  public var announcesOrder: Bool {
    words.contains {
      if case .name(let name) = $0 {
        name.rawValue.hasPrefix("order.") && name.rawValue != "order.cancelled"
      } else {
        false
      }
    }
  }
}

/// Why a text is not a sound command.
public enum SoundCommandFault: Error, Equatable, CustomStringConvertible {
  /// There are no words.
  case empty
  /// The command is longer than ``SoundCommand/maximumLength``.
  case tooLong(bytes: Int)
  /// There are more words than ``SoundCommand/maximumWords``.
  case tooManyWords(Int)
  /// One word, counted from 1, is at fault.
  case word(position: Int, text: String, WordFault)

  public var description: String {
    switch self {
    case .empty: "there is nothing to say"
    case .tooLong(let bytes): "\(bytes) bytes long, more than \(SoundCommand.maximumLength)"
    case .tooManyWords(let count): "\(count) words, more than \(SoundCommand.maximumWords)"
    case .word(let position, let text, let fault): "word \(position), \(quoted(text)): \(fault)"
    }
  }
}

/// Why a text is not a word of a sound command.
public enum WordFault: Error, Equatable, CustomStringConvertible {
  /// Two spaces follow each other, or the command begins or ends with one.
  case empty
  /// Neither a name nor a kind with a value.
  case notName
  /// No value has this kind.
  case unknownKind(String)
  /// A number that is not digits alone.
  case notWholeNumber(String)
  /// A number beyond 64 bits.
  case tooLarge(String)
  /// A code without signs.
  case noSigns
  /// A sign that no pack can say.
  case notSign(String)
  /// An amount that is refused.
  case money(MoneyFault)
  /// A pause beyond ``Word/longestPause``.
  case pauseTooLong(Int)
  /// Not percent-encoded UTF-8.
  case percentEncoding

  public var description: String {
    switch self {
    case .empty: "words are separated by one space"
    case .notName: "neither a name (lower-case letters, digits, . - _) nor kind:value"
    case .unknownKind(let kind):
      "unknown kind \(quoted(kind)); there are number, code, money, pause and text"
    case .notWholeNumber(let text): "\(quoted(text)) is not a whole number of digits 0-9"
    case .tooLarge(let text): "\(quoted(text)) is too large"
    case .noSigns: "no signs to say"
    case .notSign(let sign): "\(quoted(sign)) is not an ASCII letter, digit or hyphen"
    case .money(let fault): fault.description
    case .pauseTooLong(let pause): "\(pause) ms is longer than \(Word.longestPause) ms"
    case .percentEncoding: "not percent-encoded UTF-8"
    }
  }
}
