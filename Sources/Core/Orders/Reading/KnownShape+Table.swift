/// What the built-in rule knows.
extension KnownShape {
  /// The shapes, the most special first.
  ///
  /// Sources: openLuat `project/cloud_speaker`, README.md; QuecPython `solution-payment-voice-box`,
  /// code/cloud.py; `eg800ak_static_qr_soundbox`, docs/soundbox_phase7; VietQR “MQTT nhận biến động số
  /// dư”; PayOps, packages/contracts/index.ts. The last one joins the names that these have in
  /// common, and takes them only with a status and a unit.
  static let all: [KnownShape] = [
    KnownShape(
      name: "openLuat cloud speaker", members: ["money": .major], required: [["money"]],
      currency: "CNY"),
    KnownShape(
      name: "Quectel payment box",
      members: [
        "broadcast_type": .success(["2"]), "money": .major, "biz_type": .other, "request_id": .id,
      ],
      required: [["broadcast_type"], ["money"], ["request_id"]], currency: "CNY"),
    KnownShape(
      name: "EG800AK UPI box",
      members: [
        "tx_id": .id, "txn_id": .id, "transaction_id": .id, "amount_paise": .minor("INR"),
        "amount": .decimalText, "provider": .provider,
      ],
      required: [
        ["tx_id", "txn_id", "transaction_id"], ["amount_paise", "amount"], ["provider"],
      ], currency: "INR"),
    KnownShape(
      name: "VietQR",
      members: [
        "transType": .success(["C"]), "status": .success(["1"]), "amount": .major,
        "referenceNumber": .id, "orderId": .other, "bankAccount": .other, "timePaid": .other,
        "content": .other, "terminalCode": .other,
      ],
      required: [["transType"], ["status"], ["amount"], ["referenceNumber"]], currency: "VND"),
    KnownShape(
      name: "PayOps",
      members: [
        "commandId": .id, "deviceId": .other, "amountMinor": .minor(nil), "currency": .currency,
        "expiresAt": .expiresAt,
      ],
      required: [["commandId"], ["amountMinor"], ["currency"], ["expiresAt"]], currency: nil),
    KnownShape(
      name: "common names",
      members: [
        "id": .id, "messageId": .id, "message_id": .id, "request_id": .id, "requestId": .id,
        "tx_id": .id, "txn_id": .id, "transaction_id": .id, "transactionId": .id,
        "orderId": .id, "order_id": .id, "referenceNumber": .id, "commandId": .id, "eventId": .id,
        "money": .decimalText, "amount": .decimalText, "price": .decimalText,
        "total_amount": .decimalText,
        "amountMinor": .minor(nil), "amount_minor": .minor(nil), "amount_cents": .minor(nil),
        "amount_paise": .minor("INR"), "amount_fen": .minor("CNY"),
        "currency": .currency, "provider": .provider, "channel": .provider, "pay_type": .provider,
        "status": .success([
          "success", "succeeded", "paid", "completed", "captured", "settled", "trade_success",
        ]),
        "transType": .success(["c"]), "timestamp": .issuedAt, "issuedAt": .issuedAt,
        "expiresAt": .expiresAt, "hasHandled": .hasHandled, "content": .other, "text": .other,
      ],
      required: [
        ["status"],
        [
          "money", "amount", "price", "total_amount", "amountMinor", "amount_minor",
          "amount_cents", "amount_paise", "amount_fen",
        ],
      ], currency: nil),
  ]

  static let providers: [String: String] = [
    "alipay": "alipay", "wechat": "wechat", "wechatpay": "wechat", "wechat_pay": "wechat",
    "weixin": "wechat", "wxpay": "wechat", "unionpay": "unionpay", "card": "card", "cash": "cash",
    "upi": "upi", "bhim": "upi", "paytm": "paytm", "phonepe": "phonepe", "gpay": "gpay",
    "googlepay": "gpay", "pix": "pix", "promptpay": "promptpay", "qris": "qris",
    "vietqr": "vietqr", "paypay": "paypay",
  ]

  /// Words that tell of a payment that was not made, or was given back.
  static let failures = [
    "refund", "revers", "chargeback", "dispute", "fail", "cancel", "void", "expire", "declin",
    "denied", "deny", "error", "reject", "closed", "unpaid", "pending",
  ]
}
