/// Changes messages at random, the same way for the same seed: what nobody would write, made of what is
/// written.
public struct MessageMutator {
  /// A generator whose numbers anybody can compute again (xorshift64).
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  /// What is put in: parts of JSON and forms, numbers, marks that combine or prepend, words of this project,
  /// and bytes that are no UTF-8.
  private static let fragments: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", ",", ":", "-", "0", "00", "9999999999999999999999", "1e2", "1e999",
      ".",
      "null", "true", "false", "\\u0000", "\\ud800", "\\udc00", "\\u0600", "\\u0301", "\u{600}",
      "\u{301}", "\u{200D}", "\u{202E}", "\u{600} ", " ", "CNY", "JPY", "aps", "id", "money:",
      " payment.received money:CNY5", "&", "=", "%", "%20", "+", "SUCCESS", "FAILED", "REFUNDED",
      "{}",
      "[]", "\n",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC0, 0x80], [0xEF, 0xBB, 0xBF]]

  private var generator: Seeded

  /// Makes a mutator.
  ///
  /// - Parameter seed: Decides all that it does; not 0.
  public init(seed: UInt64) { generator = Seeded(state: seed) }

  /// Changes a message in one to three places.
  ///
  /// - Parameter message: The message.
  public mutating func mutate(_ message: inout [UInt8]) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) { change(&message) }
  }

  private mutating func change(_ message: inout [UInt8]) {
    let place = Int.random(in: 0...message.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      let fragment = Self.fragments.randomElement(using: &generator) ?? []
      message.insert(contentsOf: fragment, at: place)
    case 1:
      message.removeSubrange(place..<min(message.count, place + 3))
    case 2:
      if place < message.count { message[place] = UInt8.random(in: 0...255, using: &generator) }
    case 3:
      // A digit for another, so that most messages stay readable.
      if let digit = message[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
        message[digit] = UInt8.random(in: 0x30...0x39, using: &generator)
      }
    default:
      let end = min(message.count, place + 40)
      message.insert(contentsOf: message[place..<end], at: place)
    }
  }
}
