/// A type that is written as one plain word.
protocol Scalar: Decodable {
  /// What the value must be, for messages.
  static var wanted: String { get }
  /// The value that decoding continues with after a fault.
  static var placeholder: Self { get }
  /// Parses an unquoted word; `nil` if it is not of this type.
  static func read(_ word: String) -> Self?
  /// What to write instead of an invalid word; empty if there is no advice.
  static func remedy(for word: String) -> String
  /// Decodes a node.
  static func decode(at path: NodePath) throws(Refusal) -> Self
}

extension Scalar {
  static func remedy(for word: String) -> String { "" }

  static func decode(at path: NodePath) throws(Refusal) -> Self {
    guard case .scalar(let word, let isPlain) = path.node.content, !path.node.isNull else {
      throw path.mismatch(wanted: wanted)
    }
    guard isPlain else { throw path.mismatch(wanted: wanted, remedy: "remove the quotes") }
    guard let value = read(word) else {
      throw path.mismatch(wanted: wanted, remedy: remedy(for: word))
    }
    return value
  }
}

extension Bool: Scalar {
  static var wanted: String { "true or false" }
  static var placeholder: Bool { false }

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
  static var placeholder: Self { 0 }

  static func read(_ word: String) -> Self? { hasLeadingZero(word) ? nil : Self(word) }

  static func remedy(for word: String) -> String {
    hasLeadingZero(word) ? "remove the leading zero" : ""
  }
}

extension Scalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var wanted: String { "a number" }
  static var placeholder: Self { 0 }

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

/// Whether a number has a leading zero, which some programs read as octal.
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

extension String: Scalar {
  static var wanted: String { "text" }
  static var placeholder: String { "" }

  static func read(_ word: String) -> String? { word }

  /// Returns the text unchanged, quoted or not, whatever it looks like.
  static func decode(at path: NodePath) throws(Refusal) -> String {
    switch path.node.content {
    case _ where path.node.isNull:
      throw path.mismatch(wanted: wanted, remedy: "write \"\" for empty text")
    case .scalar(let text, _):
      return text
    case .list, .mapping:
      throw path.mismatch(
        wanted: wanted, remedy: "quote text that begins with '{' or '['")
    }
  }
}

/// A type with a placeholder for a missing or invalid value.
protocol HasPlaceholder {
  static var anyPlaceholder: Any? { get }
}

extension Located: HasPlaceholder {
  static var anyPlaceholder: Any? {
    placeholder(for: Value.self).map { Located($0, at: Location(file: "", line: 0)) }
  }
}

extension Array: HasPlaceholder { static var anyPlaceholder: Any? { Self() } }
extension Dictionary: HasPlaceholder { static var anyPlaceholder: Any? { Self() } }
extension Optional: HasPlaceholder { static var anyPlaceholder: Any? { Self.none as Any } }

/// The placeholder that decoding continues with after a fault; `nil` if the type has none.
func placeholder<T>(for type: T.Type) -> T? {
  switch type {
  case let type as any Scalar.Type: type.placeholder as? T
  case let type as any HasPlaceholder.Type: type.anyPlaceholder as? T
  case let type as any CaseIterable.Type: firstCase(of: type) as? T
  default: nil
  }
}

private func firstCase<T: CaseIterable>(of type: T.Type) -> T? { type.allCases.first }
