import FoundationEssentials
import Orders
import ProgramKit
import TestKit
import Testing
import Wire

@Suite struct `Rules of a configuration` {
  @Test(arguments: [
    ("{topic: t}", "does nothing"), ("{say: chime}", "a rule without a topic"),
    ("{topic: t/#/x, say: chime}", "not an MQTT topic filter"),
    ("{topic: t, say: \"payment.{a}\"}", "would become a phrase"),
    ("{topic: t, say: \"money:{$currency}{a}\"}", "no currency is set"),
    ("{topic: t, say: \"payment.{a:map m}\"}", "no table 'm'"),
    ("{topic: t, say: chime, issued: \"{a:time yyyy-MM-dd}\"}", "names no zone"),
    ("{topic: t, say: chime, timeZone: Mars/Base}", "no time zone 'Mars/Base'"),
    ("{topic: t, say: chime, when: {a: {is: there}}}", "write present or absent"),
    ("{topic: t, say: chime, when: {a: {above: many}}}", "is not a number"),
    ("{topic: t, say: chime, when: {a: [{b: 1}]}}", "write any or all"),
    ("{topic: t, say: chime, when: {a: {under: 5}}}", "unknown key"),
    ("{topic: t, say: chime, body: xml}", "not an encoding"),
    ("{topic: t, say: chime, body: [json, base64]}", "only be the last step"),
    ("{topic: t, say: chime, each: items, id: \"{id}\"}", "the same id"),
    ("{topic: t, say: chime, priority: urgent}", "not a priority"),
    ("{topic: t, say: chime, volume: 200}", "not a volume"),
    ("{topic: t, say: chime, source: \"\"}", "must not be empty"),
    ("{topic: t, use: nobody}", "there are no rules 'nobody'"),
    ("{use: built-in}", "needs a topic"),
    ("{topic: t, use: built-in, say: chime}", "stands beside a rule"),
    ("{topic: t, say: chime}, {topic: t, use: built-in}", "the built-in rule as well"),
    ("{topic: t, say: chime, script: /nonexistent.lua}", "nonexistent.lua"),
  ])
  func `are refused with a line and a remedy`(yaml: String, fault: String) {
    #expect {
      try Rules.read("orders: [\(yaml)]")
    } throws: { error in
      "\(error)".contains(fault) && "\(error)".contains("box.yaml:1")
    }
  }

  @Test func `tell of a zone that is missing once, and not of the times that need it`() throws {
    #expect {
      try Rules.read(
        """
        orders:
          - {topic: t, timeZone: Mars/Base, say: chime, issued: "{a:time yyyy-MM-dd}", expiresAt: "{b:time yyyy-MM-dd}"}
        """)
    } throws: { error in
      (error as? RuleFaults)?.lines.count == 1
    }
  }

  @Test func `use a file beside the configuration, with their own topic, source and currency`()
    throws
  {
    let path = "\(RuleFile.folder)/quectel.yaml"
    let list = try Rules.read(
      "orders: [{use: \(path), topic: \"{store}/pay\", source: north, currency: INR}]")
    #expect(list.rules.allSatisfy { $0.topic.rawValue == "{store}/pay" && $0.source == "north" })
    let translator = Translator(topics: nil, rules: list.rules)
    let body = #"{"broadcast_type":2,"money":"5","biz_type":2,"request_id":"9"}"#
    let events = translator.translate(
      Array(body.utf8), topic: "{store}/pay", at: RuleFile.arrival
    ).events
    guard case .instruction(let instruction) = events.first else { throw RuleFaults(lines: []) }
    #expect(instruction.command?.soundCommand.text == "payment.received money:INR5.00")
  }

  @Test func `may ring by choice of who uses a file`() throws {
    let path = "\(RuleFile.folder)/eleme.yaml"
    let quiet = try Rules.read("orders: [{use: \(path), topic: t}]")
    #expect(quiet.rules.filter(\.isRepeated).isEmpty)
    let ringing = try Rules.read("orders: [{use: \(path), topic: t, repeat: until-acknowledged}]")
    #expect(ringing.rules.filter(\.isRepeated).count == 1)
  }

  @Test func `find events by a script where they cannot`() async throws {
    try await withTemporaryFolder { folder in
      _ = try write(
        """
        function events(message, topic)
          local found = {}
          for _, line in ipairs(message.lines) do
            local id, amount = line:match("^(%w+);([%d.]+)$")
            if not id then error("no payment: " .. line) end
            found[#found + 1] = {id = id, amount = amount, topic = topic, total = message.total}
          end
          return found
        end
        """, to: "\(folder)/lines.lua")
      let yaml = """
        orders:
          - topic: t
            script: lines.lua
            id: "{each.id}"
            say: "payment.received money:CNY{each.amount}"
        """
      let list = try Rules.read(yaml, file: "\(folder)/box.yaml")
      let file = try RuleFile(list)
      #expect(
        file.lines(Array(#"{"lines":["A;88.50","B;0.10"],"total":1e400}"#.utf8), file: "").map(
          \.text)
          == [
            "announced  A A payment.received money:CNY88.50",
            "announced  B B payment.received money:CNY0.10",
          ])
      // What a script returns is data as well: it fills a word and adds none.
      #expect(
        file.lines(Array(#"{"lines":["A;1.2.3"]}"#.utf8), file: "").map(\.text) == ["rejected"])
      let events = file.translator.translate(
        Array(#"{"lines":["refund"]}"#.utf8), topic: "t", at: RuleFile.arrival
      ).events
      guard case .refused(_, _, let refusal) = events.first else { throw RuleFaults(lines: []) }
      #expect(refusal.description.contains("lines.lua:5: no payment: refund"))
    }
  }
}

@Suite struct `Time zones` {
  @Test(
    arguments: [
      ("Asia/Shanghai", "2026-11-30 20:00:00", "2026-11-30T12:00:00.000Z"),
      ("America/New_York", "2026-07-01 12:00:00", "2026-07-01T16:00:00.000Z"),
      ("America/New_York", "2026-12-01 12:00:00", "2026-12-01T17:00:00.000Z"),
      // Shown twice: the later moment. Skipped: none.
      ("America/New_York", "2026-11-01 01:30:00", "2026-11-01T06:30:00.000Z"),
      ("America/New_York", "2026-03-08 02:30:00", nil),
      ("Asia/Kolkata", "2026-01-01 00:00:00", "2025-12-31T18:30:00.000Z"),
      ("Asia/Jakarta", "2035-01-01 07:00:00", "2035-01-01T00:00:00.000Z"),
      ("Asia/Shanghai", "1900-01-01 00:00:00", "1899-12-31T15:54:17.000Z"),
      ("UTC", "2026-01-01 00:00:00", "2026-01-01T00:00:00.000Z"),
    ] as [(String, String, String?)])
  func `are those of tzdata`(zone: String, text: String, moment: String?) throws {
    let list = try Rules.read(
      """
      orders:
        - {topic: t, say: chime, issued: "{t:time 'yyyy-MM-dd HH:mm:ss' \(zone)}"}
      """)
    let translator = Translator(topics: nil, rules: list.rules)
    let events = translator.translate(
      Array("{\"t\":\"\(text)\"}".utf8), topic: "t", at: RuleFile.arrival
    ).events
    guard case .instruction(let instruction) = events.first else { throw RuleFaults(lines: []) }
    #expect(
      instruction.command?.issuedAt?.description == moment ?? RuleFile.arrival.description)
    #expect(instruction.leftOut.isEmpty == (moment != nil))
  }
}
