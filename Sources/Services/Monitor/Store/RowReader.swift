import Database
import Wire

/// Reads the columns of a row one after the other.
struct RowReader {
  private let values: [SQLValue]
  private var place = 0

  init(_ values: [SQLValue]) { self.values = values }

  private mutating func next() -> SQLValue {
    defer { place += 1 }
    return values[place]
  }

  /// A whole number, if there is one.
  mutating func number() -> Int64? {
    if case .integer(let number) = next() { number } else { nil }
  }

  /// A whole number; 0 for none.
  mutating func count() -> Int { Int(number() ?? 0) }

  /// A moment, if there is one.
  mutating func moment() -> Timestamp? { number().map { Timestamp(milliseconds: $0) } }

  /// A text, if there is one.
  mutating func text() -> String? {
    if case .text(let text) = next() { text } else { nil }
  }

  /// Bytes; none if there are none.
  mutating func bytes() -> [UInt8] {
    if case .blob(let bytes) = next() { bytes } else { [] }
  }

  /// A truth value.
  mutating func flag() -> Bool { number() == 1 }
}

extension SQLValue {
  /// A text, or nothing.
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  /// A moment, or nothing.
  init(_ moment: Timestamp?) { self = moment.map { .integer($0.milliseconds) } ?? .null }
  /// A whole number, or nothing.
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
  /// A whole number, or nothing.
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  /// A truth value, as 0 or 1.
  init(flag: Bool) { self = .integer(flag ? 1 : 0) }
}
