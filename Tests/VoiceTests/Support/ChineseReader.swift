/// Reads numbers in Chinese from their digits as text, unlike the grammar: every digit gets its unit,
/// then the zeros are merged.
enum ChineseReader {
  private static let digits = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"]

  /// An amount in yuan, in hundredths.
  static func amount(hundredths: Int, liang: Bool = true) -> String {
    let whole = hundredths / 100
    let fraction = [hundredths / 10 % 10, hundredths % 10]
    guard fraction != [0, 0] else {
      return (whole == 2 && liang ? "两" : number(whole, liang: liang)) + "元"
    }
    let shown = fraction[1] == 0 ? [fraction[0]] : fraction
    return number(whole, liang: liang) + "点" + shown.map { digits[$0] }.joined() + "元"
  }

  /// A cardinal.
  static func number(_ number: Int, liang: Bool = true) -> String {
    guard number > 0 else { return "零" }
    let text = String(number)
    let padded = Array(String(repeating: "0", count: (12 - text.count)) + text)
    let groups = stride(from: 0, to: 12, by: 4).map { String(padded[$0..<$0 + 4]) }
    var reading = ""
    for (group, unit) in zip(groups, ["亿", "万", ""]) {
      reading += group == "0000" ? "零" : fourDigits(group) + unit
    }
    while reading.contains("零零") { reading = reading.replacing("零零", with: "零") }
    while reading.hasPrefix("零") { reading.removeFirst() }
    if reading.hasSuffix("零") { reading.removeLast() }
    if reading.hasPrefix("一十") { reading.removeFirst() }
    if liang, ["二千", "二万", "二亿"].contains(where: { reading.hasPrefix($0) }) {
      reading = "两" + reading.dropFirst()
    }
    return reading
  }

  private static func fourDigits(_ group: String) -> String {
    var reading = ""
    for (digit, unit) in zip(group.compactMap(\.wholeNumberValue), ["千", "百", "十", ""]) {
      reading += digit == 0 ? "零" : digits[digit] + unit
    }
    while reading.hasSuffix("零") { reading.removeLast() }
    return reading
  }
}
