/// The path of a value in an order message: `order.items.0.qty`, or `each.amount` in an element of a list.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
  /// Where a path begins.
  enum Root: Sendable, Hashable {
    /// At the message.
    case message
    /// At the element that the rule reads, `each`.
    case element
    /// It is the number of the element, `#`.
    case number
  }

  /// A part that stands for all elements of a list.
  static let all = "*"

  /// Where the path begins.
  let root: Root
  /// The keys and indices, outermost first.
  let parts: [String]
  /// The path as it was written.
  public let description: String

  /// Splits a path at its dots.
  ///
  /// - Parameter text: The path. A key that has a dot in it stands in single quotes; `.` alone is the
  ///   whole message, and `#` the number of the element.
  public init?(_ text: String) {
    description = text
    if text == "." {
      (root, parts) = (.message, [])
      return
    }
    if text == "#" {
      (root, parts) = (.number, [])
      return
    }
    guard var pieces = Quoted.split(text, at: ".") else { return nil }
    let isElement = pieces.first == "each"
    if isElement { pieces.removeFirst() }
    let keys = pieces.map { Quoted.unquoted($0) }
    guard keys.allSatisfy({ !$0.isEmpty }) else { return nil }
    root = isElement ? .element : .message
    parts = keys
  }

  /// How many parts the path has.
  public var depth: Int { parts.count }

  /// The path of the object in which the value stands; `nil` if it is the root itself.
  var parent: ArraySlice<String>? { parts.isEmpty ? nil : parts.dropLast() }
}

/// Texts in which single quotes protect the signs that divide them.
enum Quoted {
  private static let quote = UInt8(ascii: "'")

  /// Splits a text at each separator outside of quotes and braces.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: An ASCII sign.
  ///   - limit: The most splits to make.
  /// - Returns: The pieces, quotes included; `nil` if a quote has no partner.
  static func split(
    _ text: String, at separator: Unicode.Scalar, limit: Int = .max
  ) -> [String]? {
    var pieces: [[UInt8]] = [[]]
    var isQuoted = false
    var depth = 0
    for byte in text.utf8 {
      if byte == quote { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: "{") { depth += 1 }
      if !isQuoted, byte == UInt8(ascii: "}") { depth -= 1 }
      if byte == UInt8(ascii: separator), !isQuoted, depth == 0, pieces.count <= limit {
        pieces.append([])
      } else {
        pieces[pieces.count - 1].append(byte)
      }
    }
    guard !isQuoted else { return nil }
    return pieces.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text without the quotes around it; two quotes inside them stand for one.
  static func unquoted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return text }
    var inside: [UInt8] = []
    var isSecond = false
    for byte in bytes.dropFirst().dropLast() {
      isSecond = byte == quote && !isSecond
      if !isSecond || byte != quote { inside.append(byte) }
    }
    return String(decoding: inside, as: UTF8.self)
  }

  /// The text without the spaces around it.
  static func trimmed(_ text: String) -> String {
    let space = UInt8(ascii: " ")
    let bytes = text.utf8.drop { $0 == space }
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[bytes.index(before: end)] == space {
      end = bytes.index(before: end)
    }
    return String(Substring(bytes[..<end]))
  }
}
