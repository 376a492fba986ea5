import Wire

/// One way to read a text: what stands in a message's body, or in a text inside it.
public enum Encoding: String, Sendable, Hashable, CaseIterable {
  /// JSON, as RFC 8259 writes it.
  case json
  /// `name=value` pairs, as HTML forms send them (WHATWG URL, section 5, `application/x-www-form-urlencoded`).
  case form
  /// Base64, of either alphabet of RFC 4648, with or without padding.
  case base64
}

/// Reads what is encoded, step by step: `[base64, json]`.
enum PayloadReader {
  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - steps: What to undo, in order.
  ///   - field: Where they stood, for the refusal.
  /// - Returns: The value; a text if the last step is base64.
  /// - Throws: `Refusal` if they are not encoded so.
  static func read(_ bytes: [UInt8], _ steps: [Encoding], field: String) throws(Refusal) -> JSON {
    var bytes = bytes
    for (index, step) in steps.enumerated() {
      switch step {
      case .base64: bytes = try base64(bytes, field)
      case .json, .form:
        guard index == steps.count - 1 else {
          throw Refusal(field, "\(step.rawValue) must be the last step")
        }
        return step == .json ? try json(bytes, field) : try form(bytes, field)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(field, "not UTF-8")
    }
    return .string(text)
  }

  /// Replaces texts inside a value by what they say.
  ///
  /// - Parameters:
  ///   - value: A message, or an element of it.
  ///   - steps: The paths of texts and what to undo; a path that leads nowhere is left alone.
  /// - Returns: The value with what was read in place.
  /// - Throws: `Refusal` if a text is not encoded so.
  static func parse(_ value: JSON, _ steps: [ParseStep]) throws(Refusal) -> JSON {
    var value = value
    for step in steps {
      value = try replace(value, at: step.path.parts[...]) { (inner) throws(Refusal) in
        guard case .string(let text) = inner, !text.isEmpty else { return inner }
        return try read(Array(text.utf8), step.encodings, field: step.path.description)
      }
    }
    return value
  }

  private static func replace(
    _ value: JSON, at parts: ArraySlice<String>, by change: (JSON) throws(Refusal) -> JSON
  ) throws(Refusal) -> JSON {
    guard let part = parts.first else { return try change(value) }
    switch value {
    case .object(var object):
      guard let member = object[part] else { return value }
      object[part] = try replace(member, at: parts.dropFirst(), by: change)
      return .object(object)
    case .array(var array):
      for index in array.indices where part == FieldPath.all || Int(part) == index {
        array[index] = try replace(array[index], at: parts.dropFirst(), by: change)
      }
      return .array(array)
    default: return value
    }
  }

  private static func json(_ bytes: [UInt8], _ field: String) throws(Refusal) -> JSON {
    do { return try JSONReader.read(bytes) } catch { throw Refusal(field, error) }
  }

  private static func base64(_ bytes: [UInt8], _ field: String) throws(Refusal) -> [UInt8] {
    guard let decoded = Base64.decode(bytes) else { throw Refusal(field, "not base64 (RFC 4648)") }
    return decoded
  }

  private static func form(_ bytes: [UInt8], _ field: String) throws(Refusal) -> JSON {
    var object = JSONObject()
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = decoded(parts[0]).flatMap({ text($0) }), !key.isEmpty,
        let value = parts.count == 2 ? decoded(parts[1]) : []
      else { throw Refusal(field, "not the fields of a form") }
      guard object[key] == nil else {
        throw Refusal(field, "the field \(quoted(key)) stands twice")
      }
      // A name in another charset must not silence the payment beside it: its field is empty.
      object[key] = text(value).map { .string($0) } ?? .null
    }
    guard !object.members.isEmpty else { throw Refusal(field, "a form without fields") }
    return .object(object)
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap({ digit($0) }),
          let low = rest.popFirst().flatMap({ digit($0) })
        else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return decoded
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains("\0")
    else { return nil }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

/// A text inside a message, and how it is read.
public struct ParseStep: Sendable, Hashable {
  /// Where the text stands.
  public let path: FieldPath
  /// What to undo, in order.
  public let encodings: [Encoding]

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - path: Where the text stands; `*` stands for all elements of a list.
  ///   - encodings: What to undo, in order.
  public init(_ path: FieldPath, _ encodings: [Encoding]) {
    self.path = path
    self.encodings = encodings
  }
}
