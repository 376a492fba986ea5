import Wire

/// Amounts to try, the same in every run: all small ones, both sides of every power of ten, and
/// scattered ones of every length.
enum Amounts {
  /// Whole numbers up to 999,999,999,999.
  static let whole: [Int] = {
    var numbers = Array(0...1200)
    var power = 1000
    while power <= 100_000_000_000 {
      for factor in [1, 2, 3, 10, 11, 12, 20, 22] where power * factor < 1_000_000_000_000 {
        numbers += [power * factor - 1, power * factor, power * factor + 1]
        numbers += [power * factor + 10, power * factor + 100, power * factor + power / 10]
      }
      power *= 10
    }
    var state: UInt64 = 20_261_130
    for _ in 0..<1500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = Int(state >> 60) % 9 + 4
      let limit = (0..<digits).reduce(1) { product, _ in product * 10 }
      numbers.append(Int(state >> 20) % limit)
      numbers.append(numbers[numbers.count - 1] / 10_000 * 10_000 + Int(state >> 30) % 30)
    }
    return numbers.filter { $0 <= 999_999_999_999 }
  }()

  /// Amounts with a fraction, in hundredths, one for each whole number.
  static let hundredths: [Int] = whole.enumerated().map { index, whole in
    whole * 100 + (index * 37) % 100
  }

  /// An amount as a command has it.
  static func command(_ code: String, hundredths: Int) throws -> SoundCommand {
    let fraction = hundredths % 100
    return try SoundCommand(
      "money:\(code)\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)")
  }
}
