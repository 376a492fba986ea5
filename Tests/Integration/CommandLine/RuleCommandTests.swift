import FoundationEssentials
import TestKit
import Testing

@Suite struct `Rules on the command line` {
  private func write(_ orders: String, in folder: String) throws -> String {
    try write(
      """
      store: s042
      box: counter-1
      broker: mqtt://127.0.0.1:1
      pack: \(Program.pack("zh-CN"))
      audio: none
      state: \(folder)/state
      orders:
      \(orders)
      """, to: "\(folder)/box.yaml")
  }

  private func write(_ text: String, to path: String) throws -> String {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `are listed, and printed by name`() async throws {
    let list = try await Program.run("rules")
    #expect(list.status == 0)
    #expect(list.output.split(separator: "\n").count >= 20)
    #expect(list.output.contains("stripe") && list.output.contains("<https://docs.stripe.com"))
    let one = try await Program.run("rules", "stripe")
    #expect(one.output.contains("payment_intent.succeeded"))
    let none = try await Program.run("rules", "nobody")
    #expect(none.status == 66)
    #expect(
      none.errors
        == "soundbox: there are no rules 'nobody'; `soundbox rules` lists those there are\n")
  }

  @Test func `are proved against the pack and the examples`() async throws {
    try await withTemporaryFolder { folder in
      _ = try write(#"{"id":1,"n":"A1","a":"5.001"}"#, to: "\(folder)/bad.json")
      let path = try write(
        """
          - topic: shop/sepay
            id: "{id}"
            say: "payment.received money:CNY{a}"
            example: bad.json
          - topic: shop/woo
            map: {m: {x: nosuch, else: received}}
            id: "{id}"
            say: "payment.{m:map m} code:{n} money:BRL{a}"
          - topic: shop/woo
            when: {a: 1}
            say: chime
          - {use: stripe, topic: pay/stripe}
        """, in: folder)
      let result = try await Program.run("check", "--config", path)
      #expect(result.status == 78)
      for line in [
        "\(path):12: the pack zh-CN has no phrase 'payment.nosuch'",
        "\(path):12: the pack zh-CN says no amounts in BRL; it has CNY",
        "\(folder)/bad.json on shop/sepay: rejected: a: word 'money:CNY5.001'",
        "\(path):16: the rule is never reached: \(path):12 takes every message that fits it",
      ] { #expect(result.errors.contains("soundbox: \(line)"), "\(line)\n\(result.errors)") }
      for line in [
        "warning: \(path):12: the rule takes ids from the same space as \(path):8",
        "warning: not proved: the message names the currency at {data.object.currency}",
        "warning: not proved: whether messages have what these rules read, since they name no example: "
          + "\(path):12, \(path):16\n",
      ] { #expect(result.output.contains(line), "\(line)\n\(result.output)") }
    }
  }

  @Test func `explain what they make of a payment that was denied`() async throws {
    try await withTemporaryFolder { folder in
      let path = try write("  - {use: paypal, topic: pay/paypal}", in: folder)
      let result = try await Program.run(
        "translate", "--config", path, "--topic", "pay/paypal", "--explain",
        "\(Program.repository)/Deploy/rules/paypal/payment.capture.denied.json")
      #expect(result.output == "{\"ignored\":\"event_type=PAYMENT.CAPTURE.DENIED\"}\n")
      #expect(
        result.errors.contains(
          "  does not hold: event_type, which is 'PAYMENT.CAPTURE.DENIED', must be PAYMENT.CAPTURE.COMPLETED"
        ))
      #expect(result.errors.contains("  fits, and ignores the message"))
      #expect(result.status == 0)
    }
  }

  @Test func `print each event of a list, and what is rejected, with its number`() async throws {
    try await withTemporaryFolder { folder in
      let path = try write(
        #"""
          - {topic: t, each: pix, id: "{each.id}", say: "payment.pix money:CNY{each.v}", issued: "{each.at}"}
        """#, in: folder)
      let result = try await Program.run(
        "translate", "--config", path, "--topic", "t",
        input: #"{"pix":[{"id":"E1","v":"1","at":"noon"},{"id":"E2","v":"x"},{"v":"2"}]}"#)
      #expect(result.status == 65)
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.contains(#""soundCommand":"payment.pix money:CNY1.00""#) == true)
      #expect(lines.last?.contains(#""id":"<session>-<n>""#) == true)
      #expect(result.errors.contains("left out: each.at: 'noon' is no moment"))
      #expect(result.errors.contains("soundbox: rejected: element 2: each.v: word 'money:CNYx'"))
    }
  }
}
