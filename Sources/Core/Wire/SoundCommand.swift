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
