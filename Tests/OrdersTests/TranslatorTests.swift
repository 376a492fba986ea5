import Orders
import Testing
import Wire

@Suite struct `Order messages of real back ends` {
  @Test(arguments: [
    ("luat", "", "payment.received money:CNY12345678.90", 0),
    ("quec", "99710000000000000001", "payment.received money:CNY0.01", 0),
    ("upi", "T2611290007", "payment.phonepe money:INR42.50", 0),
    ("push", "7421-created", "order.new number:128 money:CNY88.50", 4),
  ])
  func `are said by the built-in rule`(name: String, id: String, words: String, act: Int) throws {
    let command = try translator().command(from: try sample(name), topic: "any")
    #expect(command.id == id)
    #expect(command.soundCommand.text == words)
    #expect(command.act == act)
  }

  @Test func `of a cloud platform are said by a rule`() throws {
    var rule = try rule(
      "sys/+/speech", when: ["params.speechs.0": ["ZFBDZ"]],
      say: "payment.alipay money:CNY{params.speechs.1:inside {$*}}")
    rule.id = try Template("{params.id}")
    let command = try translator([rule]).command(from: try sample("qianli"), topic: "sys/7/speech")
    #expect(command.id == "pay-88-0001")
    #expect(command.soundCommand.text == "payment.alipay money:CNY88.50")
  }

  @Test func `of a takeaway are said by a rule, id digit for digit`() throws {
    var rule = try rule(
      "shop/orders/+", when: ["type": ["order.created"]],
      say: "order.new code:{order.pickupNo} money:{order.currency}{order.total}")
    rule.id = try Template("{order.id}-created")
    rule.order = try Template("{order.id}")
    rule.isRepeated = true
    rule.expires = .seconds(600)
    rule.issued = try Template("{createdAt}")
    let command = try translator([rule])
      .command(from: try sample("takeaway"), topic: "shop/orders/7")
    #expect(command.id == "7421990011223344556-created")
    #expect(command.order == "7421990011223344556")
    #expect(command.soundCommand.text == "order.new code:A128 money:CNY88.50")
    #expect(command.isRepeated)
    #expect(command.issuedAt?.description == "2026-11-29T04:00:00.000Z")
    #expect(command.expiresAt?.description == "2026-11-29T04:10:00.000Z")
  }

  @Test func `of a web shop are said only when paid`() throws {
    let paid = try rule(
      "shop", when: ["financial_status": ["paid"]],
      say: "order.new number:{order_number} money:{currency}{total_price}")
    let command = try translator([paid]).command(from: try sample("shopify"), topic: "shop")
    #expect(command.soundCommand.text == "order.new number:1234 money:USD403.00")

    let pending = try rule("shop", when: ["financial_status": ["pending"]], say: "chime")
    #expect(throws: Ignored.self) {
      try translator([pending]).command(from: try sample("shopify"), topic: "shop")
    }
  }

  @Test func `of a refund are refused, or said by a rule of their own`() throws {
    #expect {
      try translator().command(from: try sample("refund"), topic: "shop")
    } throws: { error in
      (error as? Refusal)?.description
        == "type: tells of a payment that failed or was given back"
    }
    let refund = try rule(
      "shop", when: ["type": ["refund.created"]],
      say: "payment.refund money:{order.currency}{order.total:negated}")
    let command = try translator([refund]).command(from: try sample("refund"), topic: "shop")
    #expect(command.soundCommand.text == "payment.refund money:CNY5.00")
  }
}

@Suite struct `Rules` {
  @Test(arguments: [
    (#"{"a":1}"#, "1", true), (#"{"a":"1"}"#, "1", true), (#"{"a":1.0}"#, "1", true),
    (#"{"a":"01"}"#, "1", false), (#"{"a":-0}"#, "0", true), (#"{"a":true}"#, "true", true),
    (#"{"a":null}"#, "null", false), (#"{"a":""}"#, "", false), (#"{"a":2}"#, "1", false),
    (#"{}"#, "1", false),
    (#"{"a":"1 "}"#, "1", false), (#"{"a":[1]}"#, "1", false),
    (#"{"a":12345678901234567891}"#, "12345678901234567890", false),
  ])
  func `compare numbers and strings by value`(message: String, accepted: String, fits: Bool) throws
  {
    let rule = try rule("t", when: ["a": [accepted, "never"]], say: "chime")
    let command = try? translator([rule]).command(from: message, topic: "t")
    #expect((command != nil) == fits)
  }

  @Test func `are tried in their order, all conditions together`() throws {
    let rules = [
      try rule("t/+", when: ["a": ["1"], "b": ["2"]], say: "chime"),
      try rule("t/+", when: ["a": ["1"]], say: "ring"),
      try rule("#", say: "order.new"),
    ]
    func said(_ message: String, _ topic: String) throws -> String {
      try translator(rules).command(from: message, topic: topic).soundCommand
        .text
    }
    #expect(try said(#"{"a":1,"b":2}"#, "t/x") == "chime")
    #expect(try said(#"{"a":1,"b":3}"#, "t/x") == "ring")
    #expect(try said(#"{"a":1,"b":2}"#, "u") == "order.new")
  }

  @Test func `leave a message without the id's field an event of its own, and refuse a wrong one`()
    throws
  {
    var rule = try rule("t", say: "chime")
    rule.id = try Template("{order.id}-created")
    func id(_ message: String) throws -> String {
      try translator([rule]).command(from: message, topic: "t").id
    }
    #expect(try id(#"{"order":{"id":5}}"#) == "5-created")
    #expect(try id(#"{"order":{}}"#) == "")
    #expect(throws: Refusal.self) { try id(#"{"order":{"id":{"x":1}}}"#) }
    #expect(throws: Refusal.self) {
      try id(#"{"order":{"id":"\#(String(repeating: "9", count: 200))"}}"#)
    }
  }

  @Test(arguments: [
    (#""2026-11-29T12:00:00Z""#, "2026-11-29T12:00:00.000Z"),
    ("1795953600", "2026-11-29T12:00:00.000Z"),
    ("1795953600412", "2026-11-29T12:00:00.412Z"), ("null", "2026-11-29T12:00:00.000Z"),
  ])
  func `know when the back end issued a message`(value: String, issued: String) throws {
    var rule = try rule("t", say: "chime")
    rule.issued = try Template("{at}")
    let command = try translator([rule]).command(from: #"{"at":\#(value)}"#, topic: "t")
    #expect(command.issuedAt?.description == issued)
  }

  @Test func `do not touch voice commands on the command topics`() throws {
    let greedy = try rule("#", say: "ring")
    let command = try translator([greedy]).command(
      from: #"{"aps":{"soundCommand":"chime"},"id":"1"}"#, topic: "soundbox/v1/s042/all/command")
    #expect(command.soundCommand.text == "chime")
    #expect(throws: Refusal.self) {
      try translator([greedy]).command(
        from: #"{"money":"5"}"#, topic: "soundbox/v1/s042/counter-1/command")
    }
  }
}

@Suite struct `A voice command` {
  /// With keys that this project does not know, and with those that are for phones alone.
  private static let message = #"""
    {"aps":{"alert":{"title":"新订单","body":"128号"},"sound":"default","badge":3,\#
    "soundCommand":"order.new number:128","interruption-level":"time-sensitive"},\#
    "id":"7421-created","table":{"number":5.50},"note":null}
    """#

  @Test(arguments: ["soundbox/v1/s042/counter-1/command", "soundbox/v1/s042/all/command", "push"])
  func `keeps its unknown keys`(topic: String) throws {
    let command = try translator().command(from: Self.message, topic: topic)
    #expect(
      command.json.encoded == #"""
        {"aps":{"alert":{"title":"新订单","body":"128号"},"sound":"default","badge":3,\#
        "soundCommand":"order.new number:128","interruption-level":"time-sensitive","mutable-content":1},\#
        "id":"7421-created","table":{"number":5.50},"note":null,\#
        "order":"7421-created","act":0,"priority":"normal","hasHandled":0}
        """#)
  }
}
