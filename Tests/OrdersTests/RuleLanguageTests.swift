import Orders
import Testing
import Wire

@Suite struct `Filters` {
  private func said(_ template: String, _ message: String) throws -> String {
    var parameters = RuleParameters()
    parameters.currency = Currency(rawValue: "CNY")
    parameters.maps["method"] = ValueMap(
      [("WXPAY", "wechat"), ("1", "alipay"), ("true", "card")], other: "received")
    parameters.maps["strict"] = ValueMap([("156", "CNY")], other: nil)
    let rule = OrderRule(
      topic: try #require(TopicFilter(rawValue: "t")), say: try SayTemplate(template, parameters))
    return try translator([rule]).command(from: message).soundCommand.text
  }

  @Test(arguments: [
    ("money:{$currency}{a}", #"{"a":"88.5000"}"#, "money:CNY88.50"),
    ("money:JPY{a}", #"{"a":"1000.0000"}"#, "money:JPY1000"),
    ("money:{c:upper}{a:minor}", #"{"a":8850,"c":"cny"}"#, "money:CNY88.50"),
    ("money:{c}{a:minor}", #"{"a":1000,"c":"JPY"}"#, "money:JPY1000"),
    ("money:{c}{a:minor}", #"{"a":1500,"c":"KWD"}"#, "money:KWD1.500"),
    ("money:{c}{a:minor 2}", #"{"a":7199900,"c":"IDR"}"#, "money:IDR71999"),
    ("money:{c}{a:minor 0}", #"{"a":71999,"c":"IDR"}"#, "money:IDR71999"),
    ("money:{c}{a:minor}", #"{"a":7199900,"c":"IDR","exponent":2}"#, "money:IDR71999"),
    ("money:IDR{p.a:minor {p.e}}", #"{"p":{"a":7199900,"e":2}}"#, "money:IDR71999"),
    ("money:{c:upper}{a:minor stripe}", #"{"a":1000000,"c":"idr"}"#, "money:IDR10000"),
    ("money:{c:upper}{a:minor stripe}", #"{"a":500,"c":"jpy"}"#, "money:JPY500"),
    ("money:{c}{a:minor adyen}", #"{"a":71999,"c":"IDR"}"#, "money:IDR71999"),
    ("money:CNY{a:minor CNY}", #"{"a":"5"}"#, "money:CNY0.05"),
    ("money:CNY{a:negated:minor}", #"{"a":-500}"#, "money:CNY5.00"),
    ("money:CNY{a:grouped ,}", #"{"a":"1,278.99"}"#, "money:CNY1278.99"),
    ("money:CNY{a:grouped ,}", #"{"a":"878.99"}"#, "money:CNY878.99"),
    ("money:CNY{a:grouped ,}", #"{"a":"12,34,567.00"}"#, "money:CNY1234567.00"),
    ("money:EUR{a:grouped .}", #"{"a":"1.278,99"}"#, "money:EUR1278.99"),
    ("money:EUR{a:grouped .}", #"{"a":"88,5"}"#, "money:EUR88.50"),
    ("money:EUR{a:grouped ' '}", #"{"a":"1 278.99"}"#, "money:EUR1278.99"),
    ("money:CHF{a:grouped ''''}", #"{"a":"1'278.99"}"#, "money:CHF1278.99"),
    ("money:{c:map strict}{a}", #"{"a":"1","c":"156"}"#, "money:CNY1.00"),
    ("payment.{m:map method}", #"{"m":"WXPAY"}"#, "payment.wechat"),
    ("payment.{m:map method}", #"{"m":1.0}"#, "payment.alipay"),
    ("payment.{m:map method}", #"{"m":true}"#, "payment.card"),
    ("payment.{m:map method}", #"{"m":"payment.refund"}"#, "payment.received"),
    ("payment.{m:map method}", "{}", "payment.received"),
    ("code:{a, b.c|Z}", #"{"a":"","b":{"c":7}}"#, "code:7"),
    ("code:{a, b.c|Z}", #"{"a":null,"b":{"c":""}}"#, "code:Z"),
    ("code:{'a.b'.'c,d'}", #"{"a.b":{"c,d":"X1"}}"#, "code:X1"),
    ("code:{a:first 2}", #"{"a":"1234"}"#, "code:12"),
    (
      "text:{a}", "{\"a\":\"a\u{600} payment.received money:CNY5\"}",
      "text:a%D8%80%20payment.received%20money%3ACNY5"
    ),
  ])
  func `change a value`(template: String, message: String, command: String) throws {
    #expect(try said(template, message) == command)
  }

  @Test(arguments: [
    ("money:CNY{a}", #"{"a":"88.500"}"#), ("money:JPY{a}", #"{"a":"1.000"}"#),
    ("money:CNY{a}", #"{"a":"88.5001"}"#),
    // The rule and the message do not agree on the unit.
    ("money:{c}{a:minor USD}", #"{"a":1000,"c":"JPY"}"#),
    ("money:IDR{a:minor IDR}", #"{"a":7199900,"exponent":2}"#),
    ("money:CNY{a:minor 2}", #"{"a":1000,"currency":{"exponent":0}}"#),
    ("money:CNY{a}", #"{"a":1000,"currency":"USD"}"#),
    ("money:CNY{o.a:minor}", #"{"o":{"a":1000,"currency":"jpy"}}"#),
    ("money:CNY{a}", #"{"a":8850,"exponent":2}"#),
    ("money:CNY{a:major}", #"{"a":8850,"minorUnit":2}"#),
    ("money:{c}{a:minor}", #"{"a":7199900,"c":"IDR"}"#),
    ("money:{c}{a:minor}", #"{"a":1.5,"c":"CNY"}"#),
    ("money:{c}{a}", #"{"a":"1","c":"cny"}"#), ("money:{c:map strict}{a}", #"{"a":"1","c":"840"}"#),
    ("money:CNY{a:grouped ,}", #"{"a":"1,27.99"}"#),
    ("money:CNY{a:grouped ,}", #"{"a":"1.278,99"}"#),
    ("money:CNY{a:grouped .}", #"{"a":"88.50"}"#), ("money:CNY{a:grouped ,}", #"{"a":"0,278"}"#),
    ("money:CNY{a:grouped ,}", #"{"a":",278"}"#), ("money:CNY{a:grouped ,}", #"{"a":"1,278.9,9"}"#),
    ("money:CNY{a:negated}", #"{"a":"5"}"#), ("code:{a}", "{\"a\":\"a\u{600} b\"}"),
    ("code:{a}", #"{"a":"1 2"}"#), ("number:{a}", "{\"a\":\"1\u{301}\"}"),
    ("money:CNY{a}", "{\"a\":\"-\u{301}5\"}"),
    ("money:CNY{a:inside [*]}", "{\"a\":\"[5]\u{301}\"}"),
  ])
  func `refuse what would have to be guessed`(template: String, message: String) {
    #expect(throws: Refusal.self) { try said(template, message) }
  }

  @Test(
    arguments: [
      (
        "{t:time 'yyyy-MM-dd HH:mm:ss' '+08:00'}", #""2026-11-29 20:00:00""#,
        "2026-11-29T12:00:00.000Z"
      ),
      ("{t:time 'dd/MM/yyyy HH:mm' UTC}", #""29/11/2026 12:00""#, "2026-11-29T12:00:00.000Z"),
      ("{t:time yyyyMMddHHmmss '+08:00'}", #""20261129200000""#, "2026-11-29T12:00:00.000Z"),
      (
        "{t:time 'HH:mm:ss MMM dd, yyyy PST' -08:00}", #""04:00:00 Nov 29, 2026 PST""#, nil
      ),
      ("{t:time 'hh:mm a d/M/yyyy' UTC}", #""12:05 am 1/2/2026""#, "2026-02-01T00:05:00.000Z"),
      (
        "{t:time 'yyyy-MM-ddTHH:mm:ss.SXXX'}", #""2026-11-29T13:00:00.4127+0100""#,
        "2026-11-29T12:00:00.412Z"
      ),
      ("{t:seconds}", "1795953600.4126", "2026-11-29T12:00:00.412Z"),
      ("{t:seconds}", "1795953600", "2026-11-29T12:00:00.000Z"),
      ("{t:milliseconds}", #""1795953600412""#, "2026-11-29T12:00:00.412Z"),
      ("{t}", #""2026-11-29 12:00:00Z""#, "2026-11-29T12:00:00.000Z"),
      ("{t}", #""2026-11-29 12:00:00""#, nil), ("{t}", #""2026-11-30T10:00:00.000+0000""#, nil),
      ("{t:time yyyy-MM-dd UTC}", #""2026-02-30""#, nil), ("{t:seconds}", #""1e9""#, nil),
      ("{t:seconds}", "99999999999999999999", nil), ("{t}", "true", nil), ("{t}", "{}", nil),
    ] as [(String, String, String?)])
  func `read a time, or leave it out and say so`(
    template: String, value: String, moment: String?
  ) throws {
    var rule = try rule("t", say: "chime")
    do { rule.issued = try Template(template) } catch {
      // A form with letters that stand for nothing is a fault of the rule.
      #expect(moment == nil)
      return
    }
    let instruction = try translator([rule]).instruction(#"{"t":\#(value)}"#)
    #expect(instruction.command?.issuedAt?.description == moment ?? "2026-11-29T12:00:00.000Z")
    #expect(instruction.leftOut.isEmpty == (moment != nil))
    #expect(instruction.leftOut.allSatisfy { $0.field == "t" })
  }
}

@Suite struct `Conditions` {
  @Test(
    arguments: [
      (.noneOf(["a", "b"]), #"{"x":"c"}"#, true), (.noneOf(["a", "b"]), #"{"x":"b"}"#, false),
      (.noneOf(["a"]), "{}", true), (.noneOf(["a"]), #"{"x":["a"]}"#, false),
      (.noneOf(["true"]), #"{"x":true}"#, false),
      (.present, #"{"x":0}"#, true), (.present, #"{"x":""}"#, false),
      (.present, #"{"x":null}"#, false),
      (.present, #"{"x":{}}"#, true), (.absent, "{}", true), (.absent, #"{"x":""}"#, true),
      (.absent, #"{"x":false}"#, false),
      (.above("0"), #"{"x":"0.01"}"#, true), (.above("0"), #"{"x":0}"#, false),
      (.above("9"), #"{"x":10}"#, true), (.above("-1"), #"{"x":-0.5}"#, true),
      (.above("0"), #"{"x":"1e3"}"#, false), (.above("0"), "{}", false),
      (.below("99999999999999999999.1"), #"{"x":99999999999999999999.09}"#, true),
      (.below("-1"), #"{"x":"-1.5"}"#, true), (.below("5"), #"{"x":5.0}"#, false),
      (.begins(["payment.", "p2"]), #"{"x":"payment.paid"}"#, true),
      (.begins(["payment."]), #"{"x":"payment"}"#, false),
      (.begins(["pay"]), "{\"x\":\"pay\u{301}\"}", true),
      (.oneOf(["00"]), #"{"x":"0"}"#, false), (.oneOf(["00"]), #"{"x":"00"}"#, true),
      (.oneOf(["0"]), #"{"x":"00"}"#, false), (.oneOf(["é"]), "{\"x\":\"e\u{301}\"}", false),
    ] as [(Condition.Test, String, Bool)])
  func `test one value`(test: Condition.Test, message: String, fits: Bool) throws {
    var rule = try rule("t", say: "chime")
    rule.conditions = [.value(try #require(FieldPath("x")), test)]
    #expect((try translator([rule]).lines(message) == [": chime"]) == fits)
  }

  @Test func `hold together or one by one`() throws {
    let (x, y) = (try #require(FieldPath("x")), try #require(FieldPath("y")))
    var rule = try rule("t", say: "chime")
    rule.conditions = [
      .any([
        .value(x, .oneOf(["1"])), .all([.value(x, .oneOf(["2"])), .value(y, .oneOf(["3"]))]),
      ])
    ]
    let translator = try translator([rule])
    #expect(translator.lines(#"{"x":1}"#) == [": chime"])
    #expect(translator.lines(#"{"x":2,"y":3}"#) == [": chime"])
    #expect(translator.lines(#"{"x":2,"y":4}"#) == ["ignored: "])
  }
}

@Suite struct `Lists and texts inside a message` {
  private func each(_ list: String, id: String, say: String) throws -> OrderRule {
    var rule = try rule("t", say: say)
    rule.each = FieldPath(list)
    rule.id = try Template(id)
    return rule
  }

  @Test func `are read element by element, and a bad one harms no other`() throws {
    let rule = try each(
      "pix", id: "{each.endToEndId}", say: "payment.pix money:{currency|BRL}{each.valor}")
    #expect(
      try translator([rule]).lines(
        #"{"pix":[{"endToEndId":"E1","valor":"110.00"},{"endToEndId":"E2","valor":"x"},{"endToEndId":"E3","valor":"5"}]}"#
      )
        == [
          "E1: payment.pix money:BRL110.00",
          "refused: each.valor: word 'money:BRLx': 'x' is no exact decimal "
            + "(digits 0-9 and one point; no separators, no exponent)",
          "E3: payment.pix money:BRL5.00",
        ])
  }

  @Test func `are shared out among the rules of the same list`() throws {
    var paid = try each("items", id: "{id}-{#}", say: "payment.received money:CNY{each.a}")
    paid.conditions = [.value(try #require(FieldPath("each.s")), .oneOf(["ok"]))]
    var refund = try each("items", id: "{id}-{#}", say: "payment.refund money:CNY{each.a}")
    refund.conditions = [.value(try #require(FieldPath("each.s")), .oneOf(["back"]))]
    let whole = try rule("t", say: "chime")
    let message =
      #"{"id":"7","items":[{"s":"back","a":1},{"s":"ok","a":2},{"s":"open","a":3,"type":"x"}]}"#
    #expect(
      try translator([paid, refund, whole]).lines(message) == [
        "7-1: payment.refund money:CNY1.00", "7-2: payment.received money:CNY2.00",
        "ignored: type=x",
      ])
    #expect(
      try translator([paid, refund], unmatched: .reject).lines(message).last
        == "refused: message: no rule fits type=x")
    #expect(try translator([paid, whole]).lines(#"{"id":"7"}"#) == [": chime"])
    #expect(
      try translator([paid, whole]).lines(#"{"id":"7","items":[{"s":"open"}]}"#) == [": chime"])
    #expect(try translator([paid]).lines(#"{"id":"7","items":[]}"#) == ["ignored: "])
  }

  @Test func `may be a list of lists, or the message itself`() throws {
    let nested = try each("entry.*.changes", id: "{each.id}", say: "chime")
    #expect(
      try translator([nested]).lines(
        #"{"entry":[{"changes":[{"id":1},{"id":2}]},{},{"changes":[{"id":3}]}]}"#)
        == ["1: chime", "2: chime", "3: chime"])
    let top = try each(".", id: "{each.id}", say: "chime")
    #expect(try translator([top]).lines(#"[{"id":1},{"id":2}]"#) == ["1: chime", "2: chime"])
  }

  @Test func `are told of if a rule reads one element of several`() throws {
    let instruction = try translator([
      {
        var rule = try rule("t", say: "payment.pix money:CNY{pix.0.valor}")
        rule.id = try Template("{pix.0.endToEndId}")
        return rule
      }()
    ]).instruction(try sample("found/06-two-payments"))
    #expect(
      instruction.leftOut.map(\.description)
        == ["pix: has 2 elements, of which the rule reads one; each: pix reads all"])
  }

  @Test func `are read in turn: JSON in JSON, base64, forms`() throws {
    var rule = try rule("t", say: "number:{message.daySn} money:CNY{message.totalPrice}")
    rule.parse = [ParseStep(try #require(FieldPath("message")), [.json])]
    #expect(
      try translator([rule]).lines(try sample("found/07-eleme"))
        == [": number:12 money:CNY28.50"])
    #expect(
      try translator([rule]).lines(#"{"message":"{\"daySn\":"}"#).first?
        .hasPrefix("refused: message: not JSON at byte 9") == true)
    rule.parse = [
      ParseStep(try #require(FieldPath("data")), [.base64, .json]),
      ParseStep(try #require(FieldPath("data.q")), [.form]),
    ]
    rule.say = try SayTemplate("code:{data.q.a}")
    // {"q":"a=7%2D1&b=+"}
    #expect(
      try translator([rule]).lines(#"{"data":"eyJxIjoiYT03JTJEMSZiPSsifQ"}"#) == [": code:7-1"])
    #expect(
      try translator([rule]).lines(#"{"data":"%%"}"#) == ["refused: data: not base64 (RFC 4648)"])
  }

  @Test func `may come as a form`() throws {
    var rule = try rule("t", when: ["Status": ["1"]], say: "money:CNY{Amount:grouped ,}")
    rule.body = [.form]
    let translator = try translator([rule])
    #expect(translator.lines("Status=1&Amount=1%2C278.99&Note=a+b") == [": money:CNY1278.99"])
    #expect(translator.lines("Status=0&Amount=1").first?.hasPrefix("ignored") == true)
    #expect(
      translator.lines("Status=1&Status=0&Amount=1")
        == ["refused: message: the field 'Status' stands twice"])
    #expect(translator.lines("Status=%zz").first?.hasPrefix("refused") == true)
  }
}

@Suite struct `Base64` {
  private func decoded(_ text: String) throws -> String? {
    var rule = try rule("t", say: "text:{data}")
    rule.parse = [ParseStep(try #require(FieldPath("data")), [.base64])]
    guard
      case .instruction(let instruction) = try translator([rule]).event(#"{"data":"\#(text)"}"#),
      case .text(let said)? = instruction.command?.soundCommand.words.first
    else { return nil }
    return said
  }

  // RFC 4648, section 10, and both alphabets.
  @Test(arguments: [
    ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
    ("Zm9vYmFy", "foobar"), ("Zm9vYg", "foob"), ("Zm9v\\nYmFy", "foobar"), ("w7_Dvw", "ÿÿ"),
    ("w7/Dvw==", "ÿÿ"),
  ])
  func `is decoded`(text: String, bytes: String) throws { #expect(try decoded(text) == bytes) }

  @Test(arguments: [
    "Z", "Zg=", "Zh==", "Zm9v!", "Zm9v=", "====", "Z===", "Zg==Zg==", "Zm 9v", "/w==",
  ])
  func `is refused if it is damaged, or no UTF-8`(text: String) throws {
    #expect(try decoded(text) == nil)
  }
}

@Suite struct `What no rule fits` {
  @Test func `is ignored, or refused, with what it says of itself`() throws {
    let rules = [try rule("t", when: ["type": ["order.created"]], say: "order.new")]
    #expect(
      try translator(rules).lines(#"{"type":"order.ready","status":"DONE"}"#)
        == ["ignored: type=order.ready, status=DONE"])
    #expect(
      try translator(rules, unmatched: .reject).lines(#"{"type":"order.ready"}"#)
        == ["refused: message: no rule fits type=order.ready"])
    #expect(
      try translator(rules).lines(#"{"transaction_status":"deny","id":1}"#)
        == ["ignored: transaction_status=deny"])
    #expect(try translator(rules).lines("[1]") == ["ignored: "])
    #expect(try translator(rules).lines("{").first?.hasPrefix("refused: message: not JSON") == true)
  }

  @Test func `and what a rule ignores is one thing`() throws {
    var silent = try rule("t", when: ["type": ["order.ready"]], say: "chime")
    silent.say = nil
    silent.isIgnored = true
    let rules = [silent, try rule("t", say: "ring")]
    #expect(
      try translator(rules, unmatched: .reject).lines(#"{"type":"order.ready"}"#)
        == ["ignored: type=order.ready"])
    #expect(try translator(rules).lines(#"{"type":"other"}"#) == [": ring"])
  }
}

@Suite struct `What cannot be read` {
  @Test func `is left out and named, if that does not silence the announcement`() throws {
    var rule = try rule("t", say: "payment.received money:CNY{amount}")
    rule.id = try Template("{id}")
    rule.order = try Template("{order}")
    rule.volume = try Template("{volume}")
    rule.priority = try Template("{priority}")
    rule.issued = try Template("{at}")
    rule.expiresAt = try Template("{end}")
    rule.expires = .seconds(60)
    let instruction = try translator([rule]).instruction(
      #"{"id":"","amount":"5","order":{},"volume":"loud","priority":1,"at":"noon","end":"never"}"#)
    #expect(instruction.leftOut.map(\.field) == ["order", "at", "end", "priority", "volume"])
    let command = try #require(instruction.command)
    #expect(command.id == "" && command.volume == nil && command.priority == .normal)
    #expect(command.issuedAt == arrival && command.expiresAt == arrival + .seconds(60))
    #expect(instruction.lifetime == .seconds(60))
  }

  @Test func `is named with its source`() throws {
    var rule = try rule("t", say: "money:CNY{a}")
    rule.id = try Template("{id}")
    rule.source = "sepay"
    let event = try translator([rule]).event(#"{"id":"7","a":"x"}"#)
    guard case .refused(let id, _, _) = event else { throw Ignored(kind: "\(event)") }
    #expect(id == EventID(source: "sepay", id: "7"))
    #expect(try translator([rule]).command(from: #"{"id":"7","a":"1"}"#).source == "sepay")
  }
}

@Suite struct `The review of rules` {
  @Test func `finds those that are never reached`() throws {
    let rules = [
      try rule("shop/+", when: ["a": ["1", "2"]], say: "chime"),
      try rule("shop/pay", when: ["a": ["1"], "b": ["1"]], say: "ring"),
      try rule("shop/pay", when: ["a": ["3"]], say: "ring"), try rule("#", say: "ring"),
      try rule("other", when: ["x": ["1"]], say: "ring"),
    ]
    #expect(RuleReview.unreachable(rules).map(\.rule) == [1, 4])
  }

  @Test func `finds ids that could meet`() throws {
    var rules = [
      try rule("shop/sepay", say: "chime"), try rule("shop/woo", say: "chime"),
      try rule("shop/woo", say: "ring"),
    ]
    for index in rules.indices { rules[index].id = try Template("{id}") }
    #expect(RuleReview.collisions(rules).map(\.rule) == [1])
    rules[0].source = "sepay"
    #expect(RuleReview.collisions(rules).isEmpty)
  }
}

@Suite struct `An explanation` {
  @Test func `of a list tells of each element, and which no rule fits`() throws {
    var each = try rule("t", when: ["each.s": ["ok"]], say: "chime")
    each.each = FieldPath("items")
    each.label = "box.yaml:1"
    var whole = try rule("t", say: "ring")
    whole.label = "box.yaml:2"
    let message = Array(#"{"items":[{"s":"ok"},{"s":"no"}]}"#.utf8)
    #expect(
      try translator([each, whole]).explain(message, topic: "t", at: arrival).lines == [
        "rule box.yaml:1 for t", "  element 1 of 2",
        "    holds: each.s, which is 'ok', must be ok", "    fits", "  element 2 of 2",
        "    does not hold: each.s, which is 'no', must be ok", "rule box.yaml:2 for t",
        "  not tried: elements of a list have been taken", "no rule fits element 2",
      ])
    #expect(
      try translator([each]).explain(Array("{".utf8), topic: "t", at: arrival).lines.last?
        .hasPrefix("  cannot be read: message: not JSON") == true)
  }

  @Test func `tells what was tried, what matched and what was read`() throws {
    var paid = try rule("t", when: ["status": ["SUCCESS"]], say: "money:CNY{amount|5}")
    paid.id = try Template("{tx, id}")
    paid.label = "box.yaml:3"
    let translator = try translator([paid])
    #expect(
      translator.explain(Array(#"{"status":"DENIED"}"#.utf8), topic: "t", at: arrival).lines == [
        "rule box.yaml:3 for t",
        "  does not hold: status, which is 'DENIED', must be SUCCESS", "no rule fits",
      ])
    #expect(
      translator.explain(Array(#"{"status":"SUCCESS","id":7}"#.utf8), topic: "t", at: arrival).lines
        == [
          "rule box.yaml:3 for t", "  holds: status, which is 'SUCCESS', must be SUCCESS",
          "  fits", "  id: tx is empty", "  id: id is 7", "  say: amount is empty",
          "  say: the default '5'",
        ])
  }
}
