import Wire

/// A text with places in it that values of an order message fill: `{order.id}-created`.
public struct Template: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case literal(String)
    case placeholder(Placeholder)
  }

  private let parts: [Part]

  /// Reads a template.
  ///
  /// Braces that belong to a filter's argument are told apart by their balance: in
  /// `{speechs.1:inside {$*}}` the placeholder ends at the last brace.
  ///
  /// - Parameter text: The template.
  /// - Throws: ``TemplateFault``.
  public init(_ text: String) throws(TemplateFault) {
    var parts: [Part] = []
    var literal = ""
    var inside = ""
    var depth = 0
    for character in text {
      switch (character, depth) {
      case ("{", 0):
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        depth = 1
      case ("}", 0): throw .unbalanced(text)
      case ("}", 1):
        parts.append(.placeholder(try Placeholder(inside)))
        inside = ""
        depth = 0
      case (_, 0): literal.append(character)
      default:
        if character == "{" { depth += 1 } else if character == "}" { depth -= 1 }
        inside.append(character)
      }
    }
    guard depth == 0 else { throw .unbalanced(text) }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  /// The first path that the template reads, to name the field at fault.
  var firstPath: FieldPath? {
    for case .placeholder(let placeholder) in parts { return placeholder.path }
    return nil
  }

  /// The text before the first placeholder.
  var beginning: String {
    if case .literal(let text) = parts.first { text } else { "" }
  }

  /// Fills the template.
  ///
  /// - Parameters:
  ///   - message: The order message.
  ///   - transform: What is done to each value, after its filter.
  /// - Returns: The text; `nil` if the message lacks a value and the template has no default for it.
  /// - Throws: `Refusal` if a value cannot be used.
  func fill(
    from message: JSON, transform: (String, FieldPath) throws(Refusal) -> String
  ) throws(Refusal) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .placeholder(let placeholder):
        guard let value = try placeholder.text(in: message) else { return nil }
        text += try transform(value, placeholder.path)
      }
    }
    return text
  }

  /// Fills the template with the values as they are.
  ///
  /// - Parameter message: The order message.
  /// - Returns: The text; `nil` if the message lacks a value and the template has no default for it.
  /// - Throws: `Refusal` if a value cannot be used.
  func fill(from message: JSON) throws(Refusal) -> String? {
    try fill(from: message) { (value, _) throws(Refusal) in value }
  }
}

/// A place in a template that a value of the message fills: `{path}`, `{path|default}`,
/// `{path:filter}` or `{path|default:filter}`.
struct Placeholder: Sendable, Hashable {
  let path: FieldPath
  let fallback: String?
  let filter: Filter?

  /// Reads what stands between the braces.
  init(_ text: String) throws(TemplateFault) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = FieldPath(String(place[0])) else { throw .badPath(String(place[0])) }
    self.path = path
    fallback = place.count == 2 ? String(place[1]) : nil
    filter = parts.count == 2 ? try Filter(String(parts[1])) : nil
  }

  /// The value's text.
  ///
  /// - Parameter message: The order message.
  /// - Returns: The text; `nil` if the message has no such value, or null there, and the template no
  ///   default.
  /// - Throws: `Refusal` if the value is neither a string nor a number, or the filter refuses it.
  func text(in message: JSON) throws(Refusal) -> String? {
    guard let value = message.value(at: path.parts), value != .null else { return fallback }
    guard let text = value.text else {
      throw Refusal(path.description, "a string or a number is wanted, not \(value.kind)")
    }
    guard let filter else { return text }
    return try filter.apply(to: text, at: path)
  }
}

/// The path of a value in an order message: `order.items.0.qty`, or `items.count` for a length.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
  /// The keys and indices, outermost first.
  public let parts: [String]

  /// Splits a path at its dots.
  ///
  /// - Parameter text: The path; a key that has a dot in it cannot be named.
  public init?(_ text: String) {
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  public var description: String { parts.joined(separator: ".") }
}

/// Why a text is not a template.
public enum TemplateFault: Error, Equatable, CustomStringConvertible {
  /// A brace has no partner.
  case unbalanced(String)
  /// A path with an empty part.
  case badPath(String)
  /// No filter has this name and argument.
  case unknownFilter(String)
  /// No currency of ISO 4217 has this code.
  case unknownCurrency(String)
  /// The template of a sound command without a placeholder that no message could make right.
  case badCommand(String)

  public var description: String {
    switch self {
    case .unbalanced(let text): "a brace has no partner in '\(text)'"
    case .badPath(let path): "'\(path)' is no path; write {order.id}"
    case .unknownFilter(let filter):
      "unknown filter '\(filter)'; there are 'minor CNY', 'last 4', 'inside {$*}' and 'negated'"
    case .unknownCurrency(let code): "'\(code)' is no ISO 4217 currency code"
    case .badCommand(let fault): fault
    }
  }
}
