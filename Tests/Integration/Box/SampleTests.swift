import FoundationEssentials
import Testing
import TestKit
import Wire

@Suite struct `Orders of real back ends` {
  private static let rules = """
    store: s042
    box: counter-1
    broker: mqtt://127.0.0.1
    pack: \(Program.pack("zh-CN"))
    orders:
      - topic: sys/+/speech
        when: {params.speechs.0: ZFBDZ}
        id: "{params.id}"
        say: "payment.alipay money:CNY{params.speechs.1:inside {$*}}"
      - topic: shop/orders
        when: {type: order.created}
        id: "{order.id}-created"
        say: "order.new code:{order.pickupNo} money:{order.currency}{order.total}"
      - topic: shop/orders
        when: {type: refund.created}
        say: "payment.refund money:{order.currency}{order.total:negated}"
      - {use: built-in, topic: pay}
      - topic: shop/paid
        when: {financial_status: paid}
        id: "{id}"
        say: "order.new number:{order_number} money:{currency}{total_price}"
    """

  @Test(arguments: [
    ("luat", "pay", "zh-CN", "收款 一千二百三十四万五千六百七十八点九元"),
    ("quec", "pay", "zh-CN", "收款 零点零一元"),
    ("qianli", "sys/7/speech", "zh-CN", "支付宝到账 八十八点五元"),
    ("takeaway", "shop/orders", "zh-CN", "新订单 A一二八号 八十八点五元"),
    ("push", "pay", "zh-CN", "新订单 一百二十八号 八十八点五元"),
    ("refund", "shop/orders", "zh-CN", "退款 五元"),
    (
      "shopify", "shop/paid", "en-US",
      "new order one thousand two hundred thirty-four, four hundred three dollars"
    ),
  ])
  func `are said as a shop expects`(
    name: String, topic: String, pack: String, words: String
  ) async throws {
    try await withTemporaryFolder { folder in
      let configuration = "\(folder)/box.yaml"
      try Self.rules.write(toFile: configuration, atomically: true, encoding: .utf8)
      let translated = try await Program.run(
        "translate", "--config", configuration, "--topic", topic,
        "\(Program.repository)/Tests/OrdersTests/Cases/\(name).json")
      let command = try JSONReader.read(Array(translated.output.dropLast().utf8))
        .value(at: ["aps", "soundCommand"])?.text
      let said = try await Program.run(
        "say", "--pack", Program.pack(pack), "--text", try #require(command))
      #expect(said.output == words + "\n")
    }
  }
}
