import Orders
import Testing
import Wire

@Suite struct `The built-in rule` {
  @Test(arguments: [
    (#"{"money":88.5}"#, "payment.received money:CNY88.50"),
    (#"{"money":"12345678.9"}"#, "payment.received money:CNY12345678.90"),
    (
      #"{"broadcast_type":2,"money":"0.01","biz_type":2,"request_id":"9971"}"#,
      "payment.received money:CNY0.01"
    ),
    (#"{"txn_id":"T1","amount":"12.34","provider":"PayTM"}"#, "payment.paytm money:INR12.34"),
    (#"{"tx_id":"T1","amount_paise":4250,"provider":"gpay"}"#, "payment.gpay money:INR42.50"),
    (
      #"{"bankAccount":"1","amount":25000.0,"timePaid":"01/09/2024 14:30:00","transType":"C","referenceNumber":"F1","orderId":"","content":"x","status":1}"#,
      "payment.received money:VND25000"
    ),
    (
      #"{"commandId":"b1","deviceId":"d","amountMinor":"12900","currency":"EUR","expiresAt":"2026-11-30T10:00:00Z"}"#,
      "payment.received money:EUR129.00"
    ),
    (
      #"{"id":"1","amount_cents":1050,"currency":"usd","status":"paid"}"#,
      "payment.received money:USD10.50"
    ),
    (
      #"{"amount_fen":1,"pay_type":"wechat_pay","status":"SUCCESS"}"#,
      "payment.wechat money:CNY0.01"
    ),
    (
      #"{"transactionId":"","amount":"3.00","currency":"CNY","status":"Completed","transType":null}"#,
      "payment.received money:CNY3.00"
    ),
  ])
  func `says what vendors have documented`(message: String, words: String) throws {
    #expect(try translator().command(from: message).soundCommand.text == words)
  }

  @Test(arguments: [
    (#"{"money":"0"}"#, "money"), (#"{"money":"-5"}"#, "money"), (#"{"money":"10.105"}"#, "money"),
    (#"{"money":"1,000.00"}"#, "money"), (#"{"money":1e3}"#, "money"),
    (#"{"money":".5"}"#, "money"),
    (#"{"money":"五"}"#, "money"), (#"{"money":{"v":1}}"#, "money"),
    (#"{"money":"5","note":"x"}"#, "note"),
    // The unit is not known.
    (#"{"amount":100,"currency":"CNY","status":"paid"}"#, "amount"),
    (#"{"amount":"100","currency":"CNY","status":"paid"}"#, "amount"),
    (#"{"amount":"1.00","status":"paid"}"#, "currency"),
    (#"{"amount_cents":100,"status":"paid"}"#, "currency"),
    (#"{"amount":"1.00","price":"2.00","currency":"CNY","status":"paid"}"#, "price"),
    (#"{"id":"1","eventId":"2","amount":"1.00","currency":"CNY","status":"paid"}"#, "eventId"),
    (#"{"tx_id":"1","amount_paise":1.5,"provider":"upi"}"#, "amount_paise"),
    (#"{"amount_paise":100,"currency":"CNY","status":"paid"}"#, "currency"),
    (#"{"id":[1],"amount":"5.00","currency":"CNY","status":"paid"}"#, "id"),
    (#"{"amount":"5.00","currency":"CNY","status":"OPEN"}"#, "status"),
    (#"{"amount":"5.00","currency":"CNY","status":"paid","transType":"D"}"#, "transType"),
    (#"{"amount":"5.00","currency":"CNY"}"#, "message"), (#"{"hello":"world"}"#, "message"),
    (#""text""#, "message"), ("{}", "message"), ("", "message"),
    (
      #"{"commandId":"b1","deviceId":"d","amountMinor":"12900","currency":"CNY","expiresAt":"tomorrow"}"#,
      "expiresAt"
    ),
  ])
  func `refuses what it would have to guess, and names the member`(
    message: String, field: String
  ) {
    #expect {
      try translator().instruction(message)
    } throws: { error in
      (error as? Refusal)?.field == field
    }
  }

  /// Payments that look successful but for one member, at any depth.
  @Test(arguments: [
    #""success":false"#, #""state":"FAILED""#, #""paid":false"#, #""resultCode":"01""#,
    #""isRefund":true"#, #""event":"payment.expired""#, #""order_status":"REFUNDED""#,
    #""type":"chargeback""#, #""refunded":true"#, #""is_reversal":true"#, #""voided":true"#,
    #""result":"DENIED""#, #""tradeState":"CLOSED""#, #""status2":"cancelled""#,
    #""payment":{"state":"declined"}"#, #""list":[{"event":"refund.created"}]"#, #""error":"E1""#,
    #""canceled_at":"2026-11-30""#, #""dispute":{"id":1}"#, #""pending":true"#,
    #""trade_state":"USERPAYING""#, #""sub_code":"ACQ.TRADE_HAS_CLOSE""#, #""test":1"#,
  ])
  func `never takes a payment with a mark of failure, or a member it does not know`(
    member: String
  ) throws {
    for rest in [
      #""id":"1","amount":"88.50","currency":"CNY","status":"SUCCESS""#, #""money":"88.50""#,
      #""broadcast_type":2,"money":"0.01","biz_type":2,"request_id":"9971""#,
      #""tx_id":"T1","amount_paise":4250,"provider":"gpay""#,
    ] {
      for message in ["{\(rest),\(member)}", "{\(member),\(rest)}"] {
        #expect(throws: Refusal.self) { try translator().instruction(message) }
      }
    }
  }

  @Test(arguments: [
    ("04-minor-amount", "message"), ("04-refunded", "order_status"),
    ("05-expiry-unreadable", "expiresAt"),
  ])
  func `refuses the cases that were announced as income`(name: String, field: String) throws {
    let message = try sample("found/\(name)")
    #expect {
      try translator().instruction(message)
    } throws: { error in
      (error as? Refusal)?.field == field
    }
  }

  @Test func `reads no topic that has rules, and none that it was not given`() throws {
    let rule = try rule("shop/pay", when: ["status": ["paid"]], say: "payment.received")
    #expect(try translator([rule]).lines(#"{"money":"5"}"#, topic: "shop/pay") == ["ignored: "])
    #expect(
      try translator([rule]).lines(#"{"money":"5"}"#, topic: "other")
        == [": payment.received money:CNY5.00"])
    let strict = Translator(topics: nil, rules: [rule])
    #expect(
      strict.lines(#"{"money":"5"}"#, topic: "other")
        == ["refused: message: no rule reads the topic 'other'"])
  }

  @Test func `takes voice commands under its topics`() throws {
    #expect(
      try translator().lines(#"{"soundCommand":"chime","id":"7"}"#) == ["7: chime"])
    #expect(
      try translator().lines(#"{"soundCommand":"Chime","id":"7"}"#).first?.hasPrefix("refused")
        == true)
  }
}
