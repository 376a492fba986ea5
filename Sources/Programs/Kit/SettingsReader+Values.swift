package import Settings
package import Wire

/// A stretch of time that comes back every week, as it stands in a file.
package struct HoursSection: Decodable {
  var days: [Located<String>]?
  package var from: Located<String>
  package var to: Located<String>
}

extension SettingsReader {
  /// Reads a stretch of time that comes back every week.
  package mutating func window(_ file: HoursSection) -> WeeklyWindow? {
    let days = days(file.days)
    guard let from = time(file.from), let to = time(file.to), let days else { return nil }
    return WeeklyWindow(days: days, from: from, to: to)
  }

  /// Reads days of the week, 1 for Monday; all of them if none is named.
  private mutating func days(_ texts: [Located<String>]?) -> Set<Int>? {
    guard let texts else { return Set(1...7) }
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    var days: Set<Int> = []
    for text in texts {
      guard let index = names.firstIndex(of: text.value.lowercased()) else {
        fault(text, "'\(text.value)' is no day", "write \(names.joined(separator: ", "))")
        return nil
      }
      days.insert(index + 1)
    }
    return days
  }

  /// The second of the day of `HH:MM` or `HH:MM:SS`.
  private mutating func time(_ text: Located<String>) -> Int? {
    let parts = text.value.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count == 2 ? Int($0) : nil }
    if numbers.count == parts.count, (2...3).contains(parts.count), numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 }), numbers.allSatisfy({ $0 >= 0 })
    {
      return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
    fault(text, "'\(text.value)' is no time of day", "write \"22:30\", in quotes")
    return nil
  }

  /// Reads a number within a range.
  package mutating func number(
    _ text: Located<String>?, _ key: String, in range: ClosedRange<Int>, _ take: (Int) -> Void
  ) {
    guard let text else { return }
    if let number = Int(text.value), range.contains(number) { return take(number) }
    fault(
      text, "\(key) '\(text.value)' is out of range",
      "write a number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// Reads true or false.
  package mutating func flag(
    _ text: Located<String>?, _ key: String, _ take: (Bool) -> Void
  ) {
    guard let text else { return }
    if let flag = ["true": true, "false": false][text.value] { return take(flag) }
    fault(text, "\(key) '\(text.value)' is neither true nor false", "write true or false")
  }
}
