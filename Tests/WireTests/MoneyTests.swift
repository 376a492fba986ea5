import Testing
import Wire

@Suite struct `Amounts` {
  @Test(arguments: [
    ("CNY88.50", 8850, "CNY88.50"), ("CNY88.5", 8850, "CNY88.50"), ("CNY0.01", 1, "CNY0.01"),
    ("USD403.00", 40_300, "USD403.00"), ("JPY1.00", 1, "JPY1"), ("JPY500", 500, "JPY500"),
    ("KWD1.234", 1234, "KWD1.234"), ("IDR10000", 10_000, "IDR10000"),
    ("VND25000.0", 25_000, "VND25000"),
    ("CNY12345678.9", 1_234_567_890, "CNY12345678.90"), ("CNY0007.10", 710, "CNY7.10"),
    ("CNY999999999999.99", 99_999_999_999_999, "CNY999999999999.99"), ("CNY0", 0, "CNY0.00"),
  ])
  func `is exact`(text: String, minorUnits: Int, written: String) throws {
    let money = try Money(text)
    #expect(money.minorUnits == minorUnits)
    #expect(money.description == written)
  }

  @Test(arguments: [
    "CNY", "CNY10.105", "CNY10.100", "CNY1,000.00", "CNY1e3", "CNY-5", "CNY+5", "CNY-0", "CNY.5",
    "CNY5.",
    "CNY１２", "CNY٣", "CNY 5", "CNY5 ", "CNY0x10", "CNYNaN", "CNY1.2.3", "CNY1'000", "IDR0.01",
    "JPY100.01",
    "JPY1.000", "IDR10.000", "XYZ5", "cny5", "C5", "", "CNY99999999999999999999", "CNY五",
  ])
  func `is refused rather than guessed`(text: String) {
    #expect(throws: MoneyFault.self) { try Money(text) }
  }

  @Test func `says why it is refused`() {
    #expect(throws: MoneyFault.signed("-5")) { try Money("CNY-5") }
    #expect(throws: MoneyFault.notDecimal("1,000.00")) { try Money("CNY1,000.00") }
    #expect(throws: MoneyFault.unknownCurrency("XYZ")) { try Money("XYZ5") }
    #expect(
      MoneyFault.notDecimal("1e3").description
        == "'1e3' is no exact decimal (digits 0-9 and one point; no separators, no exponent)")
  }

  @Test func `has the parts that a grammar speaks`() throws {
    let money = try Money("CNY88.05")
    #expect(money.majorUnits == 88)
    #expect(money.fraction == 5)
    #expect(money.currency.fractionDigits == 2)
  }
}
