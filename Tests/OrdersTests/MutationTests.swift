import Orders
import TestKit
import Testing
import Wire

/// Messages that nobody would write, made of those that real back ends send.
@Suite struct `Damaged messages` {
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
    var mutator = MessageMutator(seed: seed)
    var (announced, refused) = (0, 0)
    for round in 0..<2_500 {
      var message = messages[round % names.count]
      mutator.mutate(&message)
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
}
