import Orders
import Testing
import Wire

/// Messages that nobody would write, made of those that real back ends send.
@Suite struct `Damaged messages` {
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

  private static let fragments: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", ",", ":", "-", "0", "9999999999999999999999", "1e999", ".", "null",
      "\\u0000", "\\ud800", "\u{202E}", "CNY", " ", "money:", "aps", "id",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC0, 0x80], [0xEF, 0xBB, 0xBF]]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `are announced or refused, and never end the box`(seed: UInt64) throws {
    let names = ["luat", "quec", "upi", "qianli", "takeaway", "shopify", "push", "refund"]
    var messages = try names.map { Array(try sample($0).utf8) }
    var rule = try rule(
      "t", when: ["type": ["order.created"]],
      say: "order.new code:{order.pickupNo|1:last 3} money:{order.currency}{order.total}")
    rule.id = try Template("{order.id}-created")
    rule.issued = try Template("{createdAt}")
    rule.expires = .seconds(600)
    let translators = try [translator([rule]), translator()]
    var generator = Seeded(state: seed)
    var (announced, refused) = (0, 0)
    for round in 0..<2_500 {
      var message = messages[round % names.count]
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        mutate(&message, using: &generator)
      }
      if round.isMultiple(of: 7) { messages[round % names.count] = message }
      if message.count > 4_096 { messages[round % names.count] = Array("{}".utf8) }
      for event in translators[round % 2].translate(message, topic: "t", at: arrival).events {
        guard case .instruction(let instruction) = event, var command = instruction.command else {
          refused += 1
          continue
        }
        if command.id.isEmpty { command.id = "1-1" }
        #expect(try VoiceCommand(command.json).soundCommand == command.soundCommand)
        announced += 1
      }
    }
    #expect(announced + refused == 2_500)
    #expect(refused > 0)
  }

  private func mutate(_ message: inout [UInt8], using generator: inout Seeded) {
    let place = Int.random(in: 0...message.count, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      message.insert(
        contentsOf: Self.fragments.randomElement(using: &generator) ?? [], at: place)
    case 1:
      message.removeSubrange(place..<min(message.count, place + 3))
    case 2:
      if place < message.count { message[place] = UInt8.random(in: 0...255, using: &generator) }
    default:
      let end = min(message.count, place + 40)
      message.insert(contentsOf: message[place..<end], at: place)
    }
  }
}
