package import Settings
package import Wire

/// Checks the settings of a file and collects all faults, not only the first one.
package protocol SettingsReader {
  var faults: [SettingsFault] { get set }
}

extension SettingsReader {
  /// Records a fault, once; the caller goes on reading, to find them all.
  package mutating func fault(_ text: Located<String>, _ message: String, _ remedy: String) {
    let fault = SettingsFault(text.location, message, remedy: remedy)
    if !faults.contains(fault) { faults.append(fault) }
  }

  /// Reads the name of a store or of a box.
  package mutating func identifier(_ text: Located<String>, _ key: String) -> Identifier? {
    if let identifier = Identifier(rawValue: text.value) { return identifier }
    fault(
      text, "\(key) '\(text.value)' cannot be used in a topic",
      "use 1-64 letters, digits, '_' and '-', and not 'all'")
    return nil
  }

  /// Reads a duration.
  package mutating func duration(_ text: Located<String>, _ key: String) -> Duration? {
    if let duration = DurationText.read(text.value) { return duration }
    fault(
      text, "\(key) '\(text.value)' is not a duration", "write for example 300ms, 30s, 10m or 7d")
    return nil
  }

  /// Reads the templates of topics.
  package mutating func templates(
    _ texts: [String: Located<String>]
  ) -> [Topics.Purpose: String] {
    var templates: [Topics.Purpose: String] = [:]
    for (key, text) in texts {
      guard let purpose = Topics.Purpose(rawValue: key) else {
        let known = Topics.Purpose.allCases.map(\.rawValue).joined(separator: ", ")
        fault(text, "unknown topic '\(key)'", "the topics are \(known)")
        continue
      }
      if TopicFilter(rawValue: text.value) == nil
        || text.value.contains(where: { "+#".contains($0) })
      {
        fault(text, "'\(text.value)' is not a topic to publish to", "leave out + and #")
      }
      if !purpose.takes(text.value) {
        fault(
          text, "'\(text.value)' does not name the verb of \(key)",
          "make '{verb}' one of its levels, as in \(purpose.template)")
      }
      templates[purpose] = text.value
    }
    return templates
  }

  /// Reads a weekly span of time.
  package mutating func window(_ file: HoursSection) -> WeeklyWindow? {
    let days = days(file.days)
    guard let from = time(file.from), let to = time(file.to), let days else { return nil }
    return WeeklyWindow(days: days, from: from, to: to)
  }

  /// Reads days of the week, 1 for Monday; all of them by default.
  private mutating func days(_ texts: [Located<String>]?) -> Set<Int>? {
    guard let texts else { return Set(1...7) }
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    var days: Set<Int> = []
    for text in texts {
      guard let index = names.firstIndex(of: text.value.lowercased()) else {
        fault(
          text, "'\(text.value)' is not a day of the week", "write \(names.joined(separator: ", "))"
        )
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
    fault(text, "'\(text.value)' is not a time of day", "write \"22:30\", in quotes")
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

/// A weekly span of time, in its YAML form.
package struct HoursSection: Decodable {
  var days: [Located<String>]?
  package var from: Located<String>
  package var to: Located<String>
}

/// Durations as people write them: `300ms`, `30s`, `10m`, `12h`, `7d`.
package enum DurationText {
  /// Reads a duration.
  ///
  /// - Parameter text: A whole number and a unit.
  /// - Returns: The duration; `nil` for anything else.
  package static func read(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), number <= 1_000_000_000 else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    case "h": return .seconds(number * 3600)
    case "d": return .seconds(number * 86_400)
    default: return nil
    }
  }
}

/// Where a program listens: a numeric address and a port.
package struct ListenAddress: Equatable, Sendable {
  /// The address, without brackets.
  package let address: String
  /// The port.
  package let port: UInt16

  /// Reads `ADDRESS:PORT`, with brackets around an IPv6 address.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var address = text[..<colon]
    if address.first == "[", address.last == "]" { address = address.dropFirst().dropLast() }
    guard !address.isEmpty else { return nil }
    self.address = String(address)
    self.port = port
  }

  /// Whether only this computer can reach it.
  package var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}
