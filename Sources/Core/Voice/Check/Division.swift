/// An interval of numbers, divided: which quotients and which remainders come of it.
struct Division {
  /// The numbers that are divided.
  let numbers: ClosedRange<Int>
  /// What they are divided by.
  let divisor: Int
  /// The quotients.
  let quotients: ClosedRange<Int>
  /// The remainders: one interval, or two with a gap between them.
  let remainders: [ClosedRange<Int>]

  init(_ numbers: ClosedRange<Int>, by divisor: Int) {
    self.numbers = numbers
    self.divisor = divisor
    quotients = numbers.lowerBound / divisor...numbers.upperBound / divisor
    let first = numbers.lowerBound % divisor
    let last = numbers.upperBound % divisor
    remainders =
      switch quotients.count {
      case 1: [first...last]
      case 2 where last + 1 < first: [0...last, first...(divisor - 1)]
      default: [0...(divisor - 1)]
      }
  }

  private init(
    numbers: ClosedRange<Int>, divisor: Int, quotients: ClosedRange<Int>,
    remainders: [ClosedRange<Int>]
  ) {
    self.numbers = numbers
    self.divisor = divisor
    self.quotients = quotients
    self.remainders = remainders
  }

  /// The numbers that leave a remainder; `nil` if all are multiples.
  var withRemainder: Division? {
    let low = numbers.lowerBound % divisor == 0 ? numbers.lowerBound + 1 : numbers.lowerBound
    let high = numbers.upperBound % divisor == 0 ? numbers.upperBound - 1 : numbers.upperBound
    guard divisor > 1, low <= high else { return nil }
    let inside = Division(low...high, by: divisor)
    let remainders = inside.remainders.compactMap { interval in
      interval.upperBound == 0 ? nil : max(1, interval.lowerBound)...interval.upperBound
    }
    return Division(
      numbers: inside.numbers, divisor: divisor, quotients: inside.quotients,
      remainders: remainders)
  }

  /// The multiples of the divisor; `nil` if there are none.
  var withoutRemainder: Division? {
    let low = (numbers.lowerBound + divisor - 1) / divisor
    let high = numbers.upperBound / divisor
    guard low <= high else { return nil }
    return Division(
      numbers: low * divisor...high * divisor, divisor: divisor, quotients: low...high,
      remainders: [0...0])
  }
}

extension ClosedRange<Int> {
  /// The interval as a message shows it.
  var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)...\(upperBound)"
  }
}
