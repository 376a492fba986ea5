import Wire

/// A place in a template that a value of the message fills: `{path, other|default:filter:filter}`.
struct Placeholder: Sendable {
  /// The paths; the first that leads to something counts.
  let paths: [FieldPath]
  let fallback: String?
  let filters: [Filter]

  /// Reads what stands between the braces.
  init(_ text: String, _ parameters: RuleParameters) throws(TemplateFault) {
    guard let pieces = Quoted.split(text, at: ":"),
      let place = Quoted.split(pieces[0], at: "|", limit: 1),
      let names = Quoted.split(place[0], at: ",")
    else { throw .unbalanced(text) }
    var paths: [FieldPath] = []
    for name in names {
      guard let path = FieldPath(Quoted.trimmed(name)), !path.parts.contains(FieldPath.all) else {
        throw .badPath(name)
      }
      paths.append(path)
    }
    var filters: [Filter] = []
    for piece in pieces.dropFirst() { filters.append(try Filter(piece, parameters)) }
    self.paths = paths
    fallback = place.count == 2 ? Quoted.unquoted(place[1]) : nil
    self.filters = filters
  }

  /// The table that has the last word about the text, if there is one.
  var map: ValueMap? { if case .map(let map) = filters.last { map } else { nil } }

  /// Whether one of the filters reads a count of minor units.
  var isMinor: Bool {
    filters.contains { if case .minor = $0 { true } else { false } }
  }

  /// The value's text.
  ///
  /// - Parameters:
  ///   - scope: The message.
  ///   - currency: The currency of the amount that is filled in, if it is one.
  /// - Returns: The text; `nil` if all paths lead to nothing and there is no default.
  /// - Throws: `Refusal` if the value is neither a string nor a number, or a filter refuses it.
  func text(in scope: Scope, currency: Currency? = nil) throws(Refusal) -> String? {
    for path in paths {
      guard let value = scope.present(at: path) else { continue }
      return try text(of: value, at: path, in: scope, currency)
    }
    // A table may name what stands for nothing.
    return fallback ?? map?.other
  }

  private func text(
    of value: JSON, at path: FieldPath, in scope: Scope, _ currency: Currency?
  ) throws(Refusal) -> String {
    var text: String
    switch value {
    case .string(let string): text = string
    case .number(let number): text = number.text
    case .bool(let flag) where map != nil: text = flag ? "true" : "false"
    default:
      throw Refusal(path.description, "a string or a number is wanted, not \(value.kind)")
    }
    let place = Filter.Place(path: path, scope: scope, currency: currency)
    for filter in filters { text = try filter.apply(to: text, at: place) }
    return text
  }
}

/// A table that turns values of a message into texts of the rule.
public struct ValueMap: Sendable, Hashable {
  /// The texts, each with the value that stands for it.
  let entries: [Entry]
  /// What stands for all other values, and for none.
  let other: String?

  struct Entry: Sendable, Hashable {
    let value: Comparand
    let text: String
  }

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - entries: Values and the texts that stand for them; numbers and texts compare by value.
  ///   - other: What stands for all other values.
  public init(_ entries: [(value: String, text: String)], other: String?) {
    self.entries = entries.map { Entry(value: Comparand($0.value), text: $0.text) }
    self.other = other
  }

  /// All texts that the table gives.
  var texts: [String] { entries.map(\.text) + (other.map { [$0] } ?? []) }

  /// The text for a value.
  func text(for value: String) -> String? {
    entries.first { $0.value.equals(value) }?.text ?? other
  }
}

/// A value of a rule that values of messages are compared to: numbers and texts compare by value.
struct Comparand: Sendable, Hashable {
  /// The text.
  let text: String
  private let decimal: ExactDecimal?

  init(_ text: String) {
    self.text = text
    decimal = Self.number(text)
  }

  /// The number that a text is; a text with a leading zero, such as `00` or `01`, is a code and no number.
  private static func number(_ text: String) -> ExactDecimal? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let isCode =
      digits.first == 0x30 && (digits.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false)
    return isCode ? nil : ExactDecimal(text)
  }

  /// Whether a value is the same: byte by byte, or as a number.
  func equals(_ other: String) -> Bool {
    if text.utf8.elementsEqual(other.utf8) { return true }
    guard let decimal, let other = Self.number(other) else { return false }
    return decimal == other
  }
}
