/// The names that every pack carries (protocol, section “Vocabulary”).
public enum Vocabulary {
  /// The names, in the protocol's order.
  public static let names: [String] =
    ["chime", "ring"]
    + ["new", "cancelled", "reminder", "late", "courier"].map { "order." + $0 }
    + [
      "received", "alipay", "wechat", "unionpay", "card", "cash", "upi", "paytm", "phonepe", "gpay",
      "pix", "promptpay", "qris", "vietqr", "paypay", "refund",
    ].map { "payment." + $0 }
    + ["queue.call", "summary.orders", "summary.payments"]
    + ["online", "offline", "test", "low-volume"].map { "system." + $0 }

  /// The signs that every pack says.
  public static let signs: [String] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-".map { String($0) }
}
