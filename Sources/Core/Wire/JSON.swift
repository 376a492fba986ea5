/// A JSON value that keeps what a shop's back end wrote, digit for digit.
///
/// Amounts and ids pass through it on their way from the wire to the receipt. A number is therefore
/// the text that stood in the message, never a binary floating-point value, and an object keeps the
/// order of its members.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// What this value is, as an error message calls it.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The members, if this is an object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The text of a string or the digits of a number, exactly as they stood in the message.
  public var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }

  /// The value at a dotted path, such as `order.items.0.qty` or `items.count`.
  ///
  /// A part is the key of an object, the index of an array, or `count`, the length of an array.
  ///
  /// - Parameter path: The parts of the path, outermost first.
  /// - Returns: The value; `nil` if a part leads nowhere.
  public func value(at path: some Sequence<String>) -> JSON? {
    var value = self
    for part in path {
      switch value {
      case .object(let object):
        guard let member = object[part] else { return nil }
        value = member
      case .array(let array) where part == "count":
        value = .number(JSONNumber(array.count))
      case .array(let array):
        guard let index = Int(part), array.indices.contains(index) else { return nil }
        value = array[index]
      default:
        return nil
      }
    }
    return value
  }
}

extension JSON: ExpressibleByStringLiteral {
  /// Makes a string.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { self = .string(value) }
}
