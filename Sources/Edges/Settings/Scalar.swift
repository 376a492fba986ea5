/// A type that one plain word of the text stands for.
protocol Scalar: Decodable {
  /// What the word must be, for messages.
  static var wanted: String { get }
  /// What goes on in its place after a fault.
  static var standIn: Self { get }
  /// Reads a word that is not in quotes; `nil` if it is something else.
  static func read(_ word: String) -> Self?
  /// What to write instead of a word that could not be read; empty if there is nothing to advise.
  static func remedy(for word: String) -> String
  /// Reads the node of a place.
  static func decode(at place: NodePath) throws(Refusal) -> Self
}

extension Scalar {
  static func remedy(for word: String) -> String { "" }

  static func decode(at place: NodePath) throws(Refusal) -> Self {
    guard case .scalar(let word, let isPlain) = place.node.content, !place.node.isNull else {
      throw place.mismatch(wanted: wanted)
    }
    guard isPlain else { throw place.mismatch(wanted: wanted, remedy: "remove the quotes") }
    guard let value = read(word) else {
      throw place.mismatch(wanted: wanted, remedy: remedy(for: word))
    }
    return value
  }
}

extension Bool: Scalar {
  static var wanted: String { "true or false" }
  static var standIn: Bool { false }

  static func read(_ word: String) -> Bool? { Bool(word) }

  static func remedy(for word: String) -> String {
    switch word.lowercased() {
    case "yes", "on", "y", "true", "1": "write 'true'"
    case "no", "off", "n", "false", "0": "write 'false'"
    default: ""
    }
  }
}

extension Scalar where Self: FixedWidthInteger {
  static var wanted: String { "a whole number from \(min) to \(max)" }
  static var standIn: Self { 0 }

  static func read(_ word: String) -> Self? { hasLeadingZero(word) ? nil : Self(word) }

  static func remedy(for word: String) -> String {
    hasLeadingZero(word) ? "remove the leading zero" : ""
  }
}

extension Scalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var wanted: String { "a number" }
  static var standIn: Self { 0 }

  static func read(_ word: String) -> Self? {
    let isDecimal = word.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
    guard isDecimal, !hasLeadingZero(word), let value = Self(word), value.isFinite else {
      return nil
    }
    return value
  }

  static func remedy(for word: String) -> String {
    hasLeadingZero(word) ? "remove the leading zero" : ""
  }
}

/// Whether a number begins with a zero that is not all of its whole part; some read it as octal.
private func hasLeadingZero(_ word: String) -> Bool {
  let digits = word.drop { $0 == "+" || $0 == "-" }.prefix { $0.isNumber }
  return digits.count > 1 && digits.first == "0"
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}
extension Float: Scalar {}
extension Double: Scalar {}
