public import Wire

/// A text with places in it that values of an order message fill: `{order.id}-created`.
public struct Template: Sendable {
  enum Part: Sendable {
    case literal(String)
    case placeholder(Placeholder)
  }

  let parts: [Part]

  /// Reads a template.
  ///
  /// Braces that belong to a filter's argument are told apart by their balance: in
  /// `{speechs.1:inside {$*}}` the placeholder ends at the last brace.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - parameters: What `{$currency}`, maps and time zones stand for.
  /// - Throws: ``TemplateFault``.
  public init(_ text: String, _ parameters: RuleParameters = RuleParameters()) throws(TemplateFault)
  {
    var parts: [Part] = []
    var literal: [UInt8] = []
    var inside: [UInt8] = []
    var depth = 0
    for byte in text.utf8 {
      switch (byte, depth) {
      case (UInt8(ascii: "{"), 0):
        depth = 1
      case (UInt8(ascii: "}"), 0): throw .unbalanced(text)
      case (UInt8(ascii: "}"), 1):
        depth = 0
        let content = String(decoding: inside, as: UTF8.self)
        inside = []
        if content == "$currency" {
          guard let currency = parameters.currency else { throw .noCurrency }
          literal += currency.rawValue.utf8
          break
        }
        if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        parts.append(.placeholder(try Placeholder(content, parameters)))
      case (_, 0): literal.append(byte)
      default:
        if byte == UInt8(ascii: "{") { depth += 1 } else if byte == UInt8(ascii: "}") { depth -= 1 }
        inside.append(byte)
      }
    }
    guard depth == 0 else { throw .unbalanced(text) }
    if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
    self.parts = parts
  }

  init(parts: [Part]) { self.parts = parts }

  /// The placeholders, in order.
  var placeholders: [Placeholder] {
    parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// The first path that the template reads, to name the field at fault.
  var firstPath: FieldPath? { placeholders.first?.paths.first }

  /// Whether a path of the element, or its number, is among those that the template reads.
  public var readsElement: Bool {
    placeholders.contains { $0.paths.contains { $0.root != .message } }
  }

  /// The text, if no value of a message changes it.
  public var constant: String? {
    switch parts.count {
    case 0: ""
    case 1: if case .literal(let text) = parts[0] { text } else { nil }
    default: nil
    }
  }

  /// Fills the template.
  ///
  /// - Parameters:
  ///   - scope: The message.
  ///   - currency: The currency of the amount that is filled in, if it is one.
  ///   - transform: What is done to each value, after its filters.
  /// - Returns: The text; `nil` if a value is empty and the template has no default for it.
  /// - Throws: `Refusal` if a value cannot be used.
  func fill(
    from scope: Scope, currency: Currency? = nil,
    transform: (String, FieldPath) throws(Refusal) -> String
  ) throws(Refusal) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .placeholder(let placeholder):
        guard let value = try placeholder.text(in: scope, currency: currency) else { return nil }
        text += try transform(value, placeholder.paths[0])
      }
    }
    return text
  }

  /// Fills the template with the values as they are.
  ///
  /// - Parameters:
  ///   - scope: The message.
  ///   - currency: The currency of the amount that is filled in, if it is one.
  /// - Returns: The text; `nil` if a value is empty and the template has no default for it, or if the
  ///   whole text is empty.
  /// - Throws: `Refusal` if a value cannot be used.
  func fill(from scope: Scope, currency: Currency? = nil) throws(Refusal) -> String? {
    let text = try fill(from: scope, currency: currency) { (value, _) throws(Refusal) in value }
    return text == "" ? nil : text
  }
}

/// What the names in a rule's templates stand for.
public struct RuleParameters: Sendable {
  /// What `{$currency}` stands for.
  public var currency: Currency?
  /// The zone of times that name none.
  public var timeZone: ZoneRules?
  /// The tables of the filter `map`, by name.
  public var maps: [String: ValueMap] = [:]
  /// Finds the zones that filters name.
  public var zone: @Sendable (String) -> ZoneRules? = { ZoneRules.fixed($0) }

  /// Makes parameters that stand for nothing.
  public init() {}
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
  /// `{$currency}` is used, and no currency is set.
  case noCurrency
  /// No table has this name.
  case unknownMap(String)
  /// No time zone has this name.
  case unknownZone(String)
  /// A time's form names no zone, and the rule has none.
  case noZone(String)
  /// Not the form of a time.
  case badTimeForm(String)
  /// A word that no message could make right.
  case badCommand(String)
  /// A value would become a phrase without a table that says which ones may.
  case valueAsPhrase(String)

  public var description: String {
    switch self {
    case .unbalanced(let text): "a brace or a quote has no partner in '\(text)'"
    case .badPath(let path): "'\(path)' is no path; write {order.id}"
    case .unknownFilter(let filter):
      "unknown filter '\(filter)'; there are minor, major, grouped, negated, time, seconds, "
        + "milliseconds, upper, lower, map, first, last and inside"
    case .unknownCurrency(let code): "'\(code)' is no ISO 4217 currency code"
    case .noCurrency: "{$currency} is used, and no currency is set; add currency: CNY"
    case .unknownMap(let name): "there is no table '\(name)' under map"
    case .unknownZone(let name): "there is no time zone '\(name)'; write for example Asia/Shanghai"
    case .noZone(let form): "the time '\(form)' names no zone; add one, or timeZone to the rule"
    case .badTimeForm(let form): "'\(form)' is not the form of a time; write yyyy-MM-dd HH:mm:ss"
    case .badCommand(let fault): fault
    case .valueAsPhrase(let word):
      "in '\(word)' a value of the message would become a phrase; use a table: {path:map NAME}"
    }
  }
}
