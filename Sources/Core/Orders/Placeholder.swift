import Wire

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
