import Orders
import Testing
import Wire

@Suite struct `Templates of a rule` {
  private let message = #"""
    {"order":{"id":7421990011223344556,"pickupNo":"A128","total":"-5.00","note":"桌 5 payment.received"},
    "amount_fen":8850,"speechs":["ZFBDZ","{$88.50}"],"phone":"13800000412","items":[{"qty":2}],"paid":true,"gone":null}
    """#

  private func said(_ template: String) throws -> String {
    let translator = try translator([try rule("t", say: template)])
    return try translator.command(from: message).soundCommand.text
  }

  @Test(arguments: [
    ("order.new code:{order.pickupNo}", "order.new code:A128"),
    ("money:CNY{amount_fen:minor CNY}", "money:CNY88.50"),
    ("code:{phone:last 4}", "code:0412"),
    ("money:CNY{speechs.1:inside {$*}}", "money:CNY88.50"),
    ("payment.refund money:CNY{order.total:negated}", "payment.refund money:CNY5.00"),
    ("number:{items.0.qty}", "number:2"), ("number:{items.count}", "number:1"),
    ("number:{absent|7}", "number:7"), ("number:{gone|8}", "number:8"),
    ("text:{order.note}", "text:%E6%A1%8C%205%20payment.received"),
  ])
  func `are filled`(template: String, command: String) throws {
    #expect(try said(template) == command)
  }

  @Test(arguments: [
    ("number:{absent}", "absent: is missing"), ("number:{gone}", "gone: is missing"),
    ("number:{order}", "order: a string or a number is wanted, not an object"),
    (
      "code:{order.note}",
      "order.note: word 'code:桌 5 payment.received': '桌' is not an ASCII letter, digit or hyphen"
    ),
    (
      "money:CNY{order.total}",
      "order.total: word 'money:CNY-5.00': '-5.00' has a sign; an announced amount has none"
    ),
    ("money:CNY{phone:negated}", "phone: '13800000412' is not negative"),
    (
      "money:CNY{order.total:minor CNY}",
      "order.total: '-5.00' is not a whole number of minor units"
    ),
    ("code:{phone:inside {$*}}", "phone: '13800000412' does not have the form {$*}"),
    (
      "payment.card money:CNY{absent|0}",
      "absent: word 'money:CNY0.00': a payment of zero is not announced"
    ),
  ])
  func `name the field when they cannot be filled`(template: String, fault: String) {
    #expect {
      try said(template)
    } throws: { error in
      (error as? Refusal)?.description == fault
    }
  }

  @Test(arguments: [
    "order.new {order.id", "order.new }x", "number:{}", "number:{a..b}", "number:{a:round}",
    "money:{a:minor XYZ}",
    "Order.New", "colour:red", "payment.{a}", "{a}", "{a}:5", "number:{a:map none}",
    "text:{a:time 'yyyy-MM-dd'}", "text:{a:time 'yyyy-XX' UTC}",
    "text:{a:time yyyy-MM-dd Mars/Base}",
    "money:{$currency}5", "money:XYZ{a}", "number:{a:grouped ;}", "code:{'a.b}", "code:{a:last}",
    "number:{a:last 0}", "code:{a:inside {$}}",
  ])
  func `are refused before any order comes`(template: String) {
    #expect(throws: TemplateFault.self) { try SayTemplate(template) }
  }
}
