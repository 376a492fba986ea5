import Orders
import Testing
import Wire

@Suite struct `A rule that acknowledges` {
  private func acknowledging(_ template: String) throws -> OrderRule {
    OrderRule(
      topic: try #require(TopicFilter(rawValue: "t")), acknowledges: try Template(template))
  }

  @Test(arguments: [
    (#"{"order":{"id":7421}}"#, "7421"), (#"{"order":{"id":"A-7"}}"#, "A-7"),
    (#"{"order":{"id":7421990011223344556}}"#, "7421990011223344556"),
  ])
  func `names the order and announces nothing`(message: String, order: String) throws {
    let translation = try translator([acknowledging("{order.id}")]).instruction(message, topic: "t")
    #expect(translation.acknowledges == order)
    #expect(translation.command == nil)
  }

  @Test(arguments: [
    ("{order.id}", "{}", "order.id: is missing"),
    ("{order.id}", #"{"order":{"id":null}}"#, "order.id: is missing"),
    ("{order.id}", #"{"order":{"id":""}}"#, "order.id: is missing"),
    ("{order.id}", "[]", "order.id: is missing"),
    (
      "{order.id}", #"{"order":{"id":{}}}"#,
      "order.id: a string or a number is wanted, not an object"
    ),
    (
      "{order.id}", #"{"order":{"id":"\#(String(repeating: "9", count: 129))"}}"#,
      "order.id: 129 bytes long, more than 128"
    ),
    ("a-{b}-{c}", #"{"b":1}"#, "b: is missing"), ("", "{}", "acknowledges: is missing"),
  ])
  func `refuses a message that names none`(template: String, message: String, fault: String) throws
  {
    let translator = try translator([acknowledging(template)])
    #expect {
      try translator.instruction(message, topic: "t")
    } throws: { error in
      (error as? Refusal)?.description == fault
    }
  }

  @Test func `may announce as well`() throws {
    var rule = try rule("t", say: "order.cancelled")
    rule.acknowledges = try Template("{order}")
    rule.id = try Template("{order}-cancelled")
    let translation = try translator([rule]).instruction(#"{"order":7}"#, topic: "t")
    #expect(translation.acknowledges == "7")
    #expect(translation.command?.id == "7-cancelled")
    #expect(translation.command?.soundCommand.text == "order.cancelled")
    #expect(throws: Refusal("order", "is missing")) {
      try translator([rule]).instruction("{}", topic: "t")
    }
  }

  @Test func `is the exception`() throws {
    let translation = try translator().instruction(#"{"money":5}"#, topic: "t")
    #expect(translation.acknowledges == nil)
    #expect(translation.command != nil)
    let other = try translator().instruction(
      #"{"soundCommand":"chime","id":"1"}"#, topic: "soundbox/v1/s042/all/command")
    #expect(other.acknowledges == nil)
    #expect(other.command?.id == "1")
  }
}

@Suite struct `The lifetime of an announcement` {
  @Test(
    arguments: [
      ("{at}", "{}", 600, "2026-11-29T12:10:00.000Z"),
      ("{at}", #"{"at":null}"#, 600, "2026-11-29T12:10:00.000Z"),
      (nil, "{}", 600, "2026-11-29T12:10:00.000Z"),
      ("{at}", #"{"at":1795950000}"#, nil, "2026-11-29T11:10:00.000Z"),
    ] as [(String?, String, Int?, String)])
  func `counts from the arrival if the message does not say when it was issued`(
    issued: String?, message: String, lifetime: Int?, expiresAt: String
  ) throws {
    var rule = try rule("t", say: "chime")
    rule.issued = try issued.map { try Template($0) }
    rule.expires = .seconds(600)
    let translation = try translator([rule]).instruction(message)
    #expect(translation.lifetime == lifetime.map { .seconds($0) })
    #expect(translation.command?.expiresAt?.description == expiresAt)
  }

  @Test func `is not known of what does not expire, nor of a voice command`() throws {
    let forever = try translator([rule("t", say: "chime")])
    #expect(try forever.instruction("{}", topic: "t").lifetime == nil)
    let command = #"{"soundCommand":"chime","id":"1","expiresAt":"2026-11-29T12:10:00Z"}"#
    #expect(try forever.instruction(command, topic: "soundbox/v1/s042/all/command").lifetime == nil)
  }
}
