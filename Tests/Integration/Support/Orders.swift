/// Sample orders of the tests: each one sounds different.
enum Orders {
  static func id(_ number: Int) -> String {
    "\(9_000_000_000_000_000_000 + UInt64(number))-created"
  }

  static func payload(_ number: Int, currency: String = "CNY") -> String {
    """
    {"type":"order.created","order":{"id":\(9_000_000_000_000_000_000 + UInt64(number)),\
    "number":"\(number)","total":"\(number).50","currency":"\(currency)"}}
    """
  }

  static func command(_ number: Int, currency: String = "CNY") -> String {
    "order.new number:\(number) money:\(currency)\(number).50"
  }
}
