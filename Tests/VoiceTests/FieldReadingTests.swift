import Testing
import Voice
import Wire

/// Inputs that sound boxes in the field misread, and rules of languages beyond the table.
@Suite struct `Readings from the field` {
  @Test(arguments: [
    ("0.01", "零点零一元"), ("0.50", "零点五元"), ("0.5", "零点五元"), ("0", "零元"), ("0.00", "零元"),
    ("1.00", "一元"), ("10.00", "十元"), ("10.10", "十点一元"), ("10.01", "十点零一元"),
    ("100.01", "一百点零一元"), ("22", "二十二元"), ("1001", "一千零一元"), ("1010", "一千零一十元"),
    ("1091", "一千零九十一元"), ("1095", "一千零九十五元"), ("1099", "一千零九十九元"),
    ("10910", "一万零九百一十元"), ("10950", "一万零九百五十元"), ("10999", "一万零九百九十九元"),
    ("10010", "一万零一十元"), ("2", "两元"), ("200", "二百元"), ("2000", "两千元"), ("20000", "两万元"),
    ("100000", "十万元"), ("1000000", "一百万元"), ("100000000", "一亿元"), ("20000000", "两千万元"),
    ("12000.01", "一万二千点零一元"), ("0.22", "零点二二元"), ("2.2", "二点二元"), ("500", "五百元"),
    ("13999", "一万三千九百九十九元"), ("2350", "两千三百五十元"), ("28000", "两万八千元"),
    ("110000", "十一万元"), ("101809256", "一亿零一百八十万九千二百五十六元"), ("105000", "十万五千元"),
    ("100000001", "一亿零一元"), ("100010000", "一亿零一万元"), ("120000000", "一亿二千万元"),
    ("1001000", "一百万一千元"), ("10000000000", "一百亿元"), ("200000000000", "两千亿元"),
  ])
  func `are right in Chinese`(amount: String, reading: String) throws {
    let pack = try PackSource.named("zh-CN").pack()
    #expect(try pack.script(for: SoundCommand("money:CNY" + amount)).spoken == reading)
  }

  @Test(arguments: [
    ".5", "10.105", "1,000.00", "1e3", "-5", "+5", "", "１０", "0.022", " 1", "1.", "NaN", "0x10",
  ])
  func `are refused, never guessed`(amount: String) {
    #expect(throws: SoundCommandFault.self) { try SoundCommand("money:CNY" + amount) }
  }

  @Test func `zero is refused for a payment`() {
    #expect(throws: SoundCommandFault.self) { try SoundCommand("payment.alipay money:CNY0.00") }
  }

  @Test(arguments: [
    ("en-IN", "INR22", "twenty-two rupees"),
    ("en-IN", "INR10.10", "ten rupees and ten paise"),
    ("en-IN", "INR1100", "one thousand one hundred rupees"),
    ("en-IN", "INR1100000", "eleven lakh rupees"),
    ("en-IN", "INR100000001", "ten crore and one rupees"),
    ("en-IN", "INR10000000000", "one thousand crore rupees"),
    ("hi-IN", "INR22", "बाईस रुपये"),
    ("hi-IN", "INR10000000000", "एक हज़ार करोड़ रुपये"),
    ("id-ID", "IDR1001000", "satu juta seribu rupiah"),
    ("id-ID", "IDR17111", "tujuh belas ribu seratus sebelas rupiah"),
    ("vi-VN", "VND21", "hai mươi mốt đồng"),
    ("vi-VN", "VND15", "mười lăm đồng"),
    ("vi-VN", "VND24", "hai mươi tư đồng"),
    ("vi-VN", "VND404", "bốn trăm lẻ bốn đồng"),
    ("vi-VN", "VND1000001", "một triệu không trăm lẻ một đồng"),
    ("vi-VN", "VND1001000", "một triệu không trăm lẻ một nghìn đồng"),
    ("th-TH", "THB21", "ยี่สิบเอ็ดบาท"),
    ("th-TH", "THB101000000", "หนึ่งร้อยเอ็ดล้านบาท"),
    ("th-TH", "THB120", "หนึ่งร้อยยี่สิบบาท"),
    ("ja-JP", "JPY4", "よえん"),
    ("ja-JP", "JPY14", "じゅうよえん"),
    ("ja-JP", "JPY40", "よんじゅうえん"),
    ("ja-JP", "JPY3600", "さんぜんろっぴゃくえん"),
    ("ja-JP", "JPY8800", "はっせんはっぴゃくえん"),
    ("ja-JP", "JPY10000000", "いっせんまんえん"),
    ("es-MX", "MXN21", "veintiún pesos"),
    ("es-MX", "MXN31", "treinta y un pesos"),
    ("es-MX", "MXN21000", "veintiún mil pesos"),
    ("es-MX", "MXN231231", "doscientos treinta y un mil doscientos treinta y un pesos"),
    ("es-MX", "MXN2.75", "dos pesos con setenta y cinco centavos"),
    ("es-MX", "MXN1500000", "un millón quinientos mil pesos"),
    ("es-MX", "MXN1000000000", "mil millones de pesos"),
    ("pt-BR", "BRL1101", "mil cento e um reais"),
    ("pt-BR", "BRL1200", "mil e duzentos reais"),
    ("pt-BR", "BRL1200000", "um milhão e duzentos mil reais"),
    ("pt-BR", "BRL1001000", "um milhão e mil reais"),
    ("pt-BR", "BRL2000000", "dois milhões de reais"),
    ("zh-HK", "HKD22222.02", "兩萬二千二百二十二點零二元"),
  ])
  func `follow the rules of each language`(locale: String, amount: String, words: String) throws {
    let pack = try PackSource.named(locale).pack()
    #expect(try pack.script(for: SoundCommand("money:" + amount)).spoken == words)
  }
}
