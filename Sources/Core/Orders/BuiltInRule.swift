import Wire

/// What is tried when no rule of the configuration fits: the names that public back ends use for ids,
/// amounts and currencies at the top of their messages.
///
/// It announces money received, and nothing else. The first name that a message has wins.
struct BuiltInRule {
  let defaultCurrency: Currency

  private static let idKeys = [
    "id", "messageId", "message_id", "request_id", "requestId", "tx_id", "txn_id",
    "transaction_id", "transactionId", "orderId", "order_id", "referenceNumber", "SpeechId",
    "commandId", "eventId",
  ]
  private static let majorKeys = ["money", "amount", "price", "total_amount"]
  private static let minorKeys: [(key: String, currency: String?)] = [
    ("amountMinor", nil), ("amount_minor", nil), ("amount_paise", "INR"), ("amount_fen", "CNY"),
    ("amount_cents", nil),
  ]
  private static let successes: Set<String> = [
    "success", "succeeded", "paid", "complete", "completed", "captured", "settled", "ok",
    "trade_success", "trade_finished", "1", "true",
  ]
  private static let methods: [String: String] = [
    "alipay": "alipay", "wechat": "wechat", "wechatpay": "wechat", "weixin": "wechat",
    "wxpay": "wechat", "unionpay": "unionpay", "card": "card", "cash": "cash", "upi": "upi",
    "bhim": "upi", "paytm": "paytm", "phonepe": "phonepe", "gpay": "gpay", "googlepay": "gpay",
    "pix": "pix", "promptpay": "promptpay", "qris": "qris", "vietqr": "vietqr",
    "paypay": "paypay",
  ]

  func command(from message: JSON, at arrival: Timestamp) throws(Refusal) -> VoiceCommand {
    guard let object = message.object else {
      throw Refusal("message", "an object is wanted, not \(message.kind)")
    }
    try refuseWhatIsNoIncome(object)
    let money = try money(object)
    let soundCommand: SoundCommand
    do {
      soundCommand = try SoundCommand("payment.\(method(object)) money:\(money.money)")
    } catch {
      throw Refusal(money.key, error)
    }
    var command = VoiceCommand(id: try id(object) ?? "", soundCommand: soundCommand)
    command.issuedAt = arrival
    command.expiresAt = object["expiresAt"]?.text.flatMap { Timestamp($0) }
    command.hasHandled = object["hasHandled"]?.text == "1"
    return command
  }

  private func refuseWhatIsNoIncome(_ object: JSONObject) throws(Refusal) {
    for key in ["status", "financial_status", "trade_status"] {
      guard let value = object[key], value != .null else { continue }
      let text = value == .bool(true) ? "true" : value.text ?? value.kind
      guard Self.successes.contains(text.lowercased()) else {
        throw Refusal(key, "'\(text.prefix(64))' is no success that the built-in rule knows")
      }
    }
    if let direction = object["transType"]?.text, direction != "C" {
      throw Refusal("transType", "only credits (C) are announced")
    }
    for key in ["type", "event"] {
      guard let text = object[key]?.text?.lowercased() else { continue }
      for word in ["refund", "cancel", "fail", "charge_back", "chargeback", "void", "revers"]
      where text.contains(word) {
        throw Refusal(key, "'\(text.prefix(64))' is not announced as income; write a rule for it")
      }
    }
  }

  func id(_ object: JSONObject) throws(Refusal) -> String? {
    for key in Self.idKeys {
      guard let value = object[key], value != .null else { continue }
      guard let text = value.text else {
        throw Refusal(key, "a string or a number is wanted, not \(value.kind)")
      }
      return try VoiceCommand.checkedID(text, field: key)
    }
    return nil
  }

  private func money(_ object: JSONObject) throws(Refusal) -> (money: Money, key: String) {
    let stated = try currency(object)
    for key in Self.majorKeys {
      guard let value = object[key], value != .null else { continue }
      guard let text = value.text else {
        throw Refusal(key, "a string or a number is wanted, not \(value.kind)")
      }
      do {
        return (try Money(text, in: stated ?? defaultCurrency), key)
      } catch {
        throw Refusal(key, error)
      }
    }
    for (key, code) in Self.minorKeys {
      guard let value = object[key], value != .null else { continue }
      let own = code.flatMap { Currency(rawValue: $0) }
      if let own, let stated, own != stated {
        throw Refusal("currency", "\(stated.rawValue) contradicts the key \(key)")
      }
      let currency = own ?? stated ?? defaultCurrency
      guard let text = value.text, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let minorUnits = Int(text)
      else { throw Refusal(key, "a whole number of minor units is wanted") }
      return (Money(minorUnits: minorUnits, in: currency), key)
    }
    throw Refusal(
      "message",
      "no rule of the configuration fits, and the built-in rule finds no amount under "
        + (Self.majorKeys + Self.minorKeys.map(\.key)).joined(separator: ", "))
  }

  private func currency(_ object: JSONObject) throws(Refusal) -> Currency? {
    guard let value = object["currency"], value != .null else { return nil }
    guard let currency = Currency(rawValue: (value.text ?? "").uppercased()) else {
      throw Refusal("currency", "'\((value.text ?? value.kind).prefix(64))' is no ISO 4217 code")
    }
    return currency
  }

  private func method(_ object: JSONObject) -> String {
    for key in ["provider", "channel", "pay_type", "biz_type"] {
      guard let text = object[key]?.text else { continue }
      let letters = text.lowercased().filter { $0.isLetter }
      if let method = Self.methods[letters] { return method }
    }
    return "received"
  }
}
