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
