import Foundation
import Orders
import ProgramKit
import Testing
import Wire

/// Public payloads and reports that were read wrongly once.
@Suite struct `Messages that were read wrongly` {
  private func message(_ name: String) throws -> [UInt8] {
    let path = try #require(Bundle.module.path(forResource: "Cases/found/\(name)", ofType: "json"))
    return try RuleFile.bytes(path)
  }

  private func rules(_ name: String) throws -> String {
    let path = try #require(Bundle.module.path(forResource: "Cases/found/\(name)", ofType: "yaml"))
    return String(decoding: try RuleFile.bytes(path), as: UTF8.self)
  }

  /// What a message gives by rules, in lines without the words of a refusal.
  private func lines(_ yaml: String, _ message: String, _ topic: String) throws -> [String] {
    let file = try RuleFile("", yaml: yaml)
    return file.translator.translate(
      try self.message(message), topic: topic, at: RuleFile.arrival
    ).events.map { event in
      switch event {
      case .ignored: "ignored"
      case .refused(_, _, let refusal): "refused \(refusal.field)"
      case .instruction(let instruction):
        "\(instruction.command?.id ?? "") \(instruction.command?.soundCommand.text ?? "")"
          + (instruction.leftOut.isEmpty
            ? "" : ", left out " + instruction.leftOut.map(\.field).joined(separator: " "))
      }
    }
  }

  @Test(arguments: [
    ("01-fallthrough", "01-lakala-failed", "shop/pay", "ignored"),
    ("01-fallthrough", "01-lakala-refunded", "shop/pay", "ignored"),
    ("03-order-events", "03-order-ready", "shop/orders/1", "ignored"),
    ("06-array", "06-two-payments", "shop/pay", "E1 payment.pix money:CNY110.00, left out pix"),
    ("07-nested-string", "07-eleme", "shop/pay", "refused message.daySn"),
    ("08-thousands", "08-ipay88", "shop/pay", "refused Amount"),
    (
      "09-time", "09-space-time", "shop/pay",
      "T1 payment.alipay money:CNY88.88, left out gmt_payment"
    ),
    ("10-idr", "10-grab-idr", "shop/grab", "refused payment.0.paymentAmount"),
    ("11-empty-id", "11-empty-id", "shop/pay", " payment.received money:CNY5.00"),
  ])
  func `give silence, a refusal or the truth by the rules as they were`(
    rules: String, message: String, topic: String, line: String
  ) throws {
    #expect(try lines(try self.rules(rules), message, topic) == [line])
  }

  @Test(arguments: [
    (
      "06-two-payments",
      #"{topic: t, each: pix, id: "{each.endToEndId}", say: "payment.pix money:BRL{each.valor}"}"#,
      ["E1 payment.pix money:BRL110.00", "E2 payment.pix money:BRL22.50"]
    ),
    (
      "07-eleme",
      #"{topic: t, parse: {message: json}, when: {type: 10}, id: "{message.id}-created", say: "order.new number:{message.daySn} money:CNY{message.totalPrice}"}"#,
      ["100027-created order.new number:12 money:CNY28.50"]
    ),
    (
      "08-ipay88",
      #"{topic: t, when: {Status: 1}, id: "{RefNo}", say: "payment.received money:MYR{Amount:grouped ,}"}"#,
      ["R1 payment.received money:MYR1278.99"]
    ),
    (
      "09-space-time",
      #"{topic: t, timeZone: Asia/Shanghai, id: "{trade_no}", say: "payment.alipay money:CNY{total_amount}", issued: "{gmt_payment:time 'yyyy-MM-dd HH:mm:ss'}", expires: 10m}"#,
      ["T1 payment.alipay money:CNY88.88"]
    ),
    (
      "10-grab-idr",
      #"{topic: t, id: "{externalOrderId}", say: "order.new code:{notes} money:IDR{payment.0.paymentAmount:minor {payment.0.exponent}}"}"#,
      ["318-C4 order.new code:GF-785 money:IDR71999"]
    ),
    (
      "10-grab-idr",
      #"{topic: t, id: "{externalOrderId}", say: "order.new money:IDR{payment.0.paymentAmount:minor}"}"#,
      ["318-C4 order.new money:IDR71999"]
    ),
    (
      "11-empty-id",
      #"{topic: t, id: "{transaction_id, amount}", say: "payment.received money:CNY{amount}"}"#,
      ["5 payment.received money:CNY5.00"]
    ),
    ("04-minor-amount", "{use: built-in, topic: t}", ["refused message"]),
    ("04-refunded", "{use: built-in, topic: t}", ["refused order_status"]),
    ("05-expiry-unreadable", "{use: built-in, topic: t}", ["refused expiresAt"]),
    ("01-lakala-failed", "{use: built-in, topic: t}", ["refused message"]),
    ("03-order-ready", "{use: built-in, topic: t}", ["refused message"]),
  ])
  func `are read right by rules that say what they mean`(
    message: String, rule: String, lines: [String]
  ) throws {
    #expect(try self.lines("orders: [\(rule)]", message, "t") == lines)
  }

  @Test func `are read in the zone that the rule names`() throws {
    let file = try RuleFile(
      "",
      yaml: """
        orders:
          - topic: t
            timeZone: Asia/Shanghai
            say: chime
            issued: "{gmt_payment:time 'yyyy-MM-dd HH:mm:ss'}"
            expires: 10m
        """)
    let events = file.translator.translate(
      try message("09-space-time"), topic: "t", at: RuleFile.arrival
    ).events
    guard case .instruction(let instruction) = events.first else { throw RuleFaults(lines: []) }
    #expect(instruction.command?.expiresAt?.description == "2026-11-30T12:10:00.000Z")
    #expect(instruction.leftOut.isEmpty)
  }

  @Test func `have ids that check warns of`() throws {
    let list = try Rules.read(try rules("12-one-id-space"))
    #expect(RuleReview.collisions(list.rules).map(\.rule) == [1])
  }
}
