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
