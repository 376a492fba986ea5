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

/// A number as it stood in a message: `88.50` stays `88.50`.
public struct JSONNumber: Sendable, Hashable {
  /// The digits, with sign, point and exponent if there were any (RFC 8259, section 6).
  public let text: String

  /// Takes a text that a reader has checked against RFC 8259, section 6.
  init(checked text: String) { self.text = text }

  /// Makes the number of an integer.
  ///
  /// - Parameter value: The integer.
  public init(_ value: some BinaryInteger) { text = String(value) }
}

/// The members of a JSON object, in the order in which they stood, no key twice.
public struct JSONObject: Sendable, Hashable {
  /// One key and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The value.
    public var value: JSON
  }

  /// All members, in order.
  public private(set) var members: [Member] = []

  /// Makes an object without members.
  public init() {}

  /// The value of `key`; setting it keeps the member's place, or appends a new one; `nil` removes it.
  public subscript(key: String) -> JSON? {
    get { members.first { $0.key == key }?.value }
    set {
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Appends a member whose key is known to be new.
  mutating func append(_ key: String, _ value: JSON) {
    if members.isEmpty { members.reserveCapacity(8) }
    members.append(Member(key: key, value: value))
  }

  /// Whether no member has a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - keys: The keys of all members, once there are many; a few are faster compared than hashed.
  /// - Returns: Whether it is new.
  func isNew(_ key: String, among keys: inout Set<String>) -> Bool {
    guard members.count >= 12 else { return !members.contains { $0.key == key } }
    if keys.isEmpty { keys = Set(members.map(\.key)) }
    return keys.insert(key).inserted
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object of the members that are not `nil`, in their order.
  ///
  /// - Parameter elements: Keys, none of them twice, and their values.
  public init(dictionaryLiteral elements: (String, JSON?)...) {
    for case (let key, let value?) in elements { append(key, value) }
  }
}
