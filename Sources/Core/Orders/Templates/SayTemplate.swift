import Wire

/// The template of a sound command, word by word.
///
/// A value of the message can fill a word or a part of it, and never becomes two words or a phrase: a
/// customer's note must not be able to announce a payment. Each word is read by itself, and what comes out
/// is a list of words, never a text that is split again.
public struct SayTemplate: Sendable {
  enum WordTemplate: Sendable {
    /// A word without placeholders.
    case constant(Word)
    /// A phrase, parts of which tables of the rule give.
    case phrase(Template)
    /// An amount with its currency.
    case money(currency: Template, amount: Template)
    /// A currency and an amount that stand in one value, such as `CNY88.50`.
    case wholeMoney(Template)
    /// Free text; values are percent-encoded.
    case text(Template)
    /// A number, a code or a pause.
    case value(kind: String, Template)
  }

  let words: [WordTemplate]

  /// Reads a template such as `order.new code:{order.pickupNo} money:{order.currency}{order.total}`.
  ///
  /// - Parameters:
  ///   - text: Words separated by one space; spaces inside braces belong to filters.
  ///   - parameters: What `{$currency}`, maps and time zones stand for.
  /// - Throws: ``TemplateFault``; also if a word without placeholders is no word of a sound command.
  public init(
    _ text: String, _ parameters: RuleParameters = RuleParameters()
  ) throws(TemplateFault) {
    guard let pieces = Quoted.split(text, at: " ") else { throw .unbalanced(text) }
    var words: [WordTemplate] = []
    for piece in pieces { words.append(try Self.word(piece, parameters)) }
    self.words = words
  }

  private static func word(
    _ text: String, _ parameters: RuleParameters
  ) throws(TemplateFault) -> WordTemplate {
    let template = try Template(text, parameters)
    if let constant = template.constant {
      do { return .constant(try Word(constant)) } catch {
        throw .badCommand("word '\(text)': \(error)")
      }
    }
    guard let pieces = Quoted.split(text, at: ":", limit: 1), pieces.count == 2 else {
      guard template.placeholders.allSatisfy({ $0.map != nil }) else {
        throw .valueAsPhrase(text)
      }
      return .phrase(template)
    }
    let value = try Template(pieces[1], parameters)
    switch pieces[0] {
    case "money": return try money(value, text)
    case "text": return .text(value)
    case "number", "code", "pause": return .value(kind: pieces[0], value)
    case let kind: throw .badCommand("word '\(text)': \(WordFault.unknownKind(kind))")
    }
  }

  private static func money(_ value: Template, _ text: String) throws(TemplateFault) -> WordTemplate
  {
    switch value.parts[0] {
    case .literal(let literal):
      let code = String(decoding: literal.utf8.prefix(3), as: UTF8.self)
      guard Currency(rawValue: code) != nil else { throw .unknownCurrency(code) }
      let rest = String(decoding: literal.utf8.dropFirst(3), as: UTF8.self)
      let amount = (rest.isEmpty ? [] : [.literal(rest)]) + value.parts.dropFirst()
      return .money(currency: Template(parts: [.literal(code)]), amount: Template(parts: amount))
    case .placeholder where value.parts.count == 1: return .wholeMoney(value)
    case .placeholder(let placeholder):
      return .money(
        currency: Template(parts: [.placeholder(placeholder)]),
        amount: Template(parts: Array(value.parts.dropFirst())))
    }
  }

  /// Fills the template.
  ///
  /// - Parameter scope: The order message.
  /// - Returns: The sound command.
  /// - Throws: `Refusal` that names the message's field at fault.
  func fill(from scope: Scope) throws(Refusal) -> SoundCommand {
    var words: [Word] = []
    for template in self.words { words.append(try Self.word(template, from: scope)) }
    do { return try SoundCommand(words) } catch .word(let position, let text, let fault) {
      throw Refusal(field(ofWord: position - 1), "word \(quoted(text)): \(fault)")
    } catch {
      throw Refusal("say", error)
    }
  }

  private func field(ofWord index: Int) -> String {
    let path: FieldPath? =
      switch words[index] {
      case .constant: nil
      case .money(_, let amount): amount.firstPath
      case .phrase(let template), .wholeMoney(let template), .text(let template),
        .value(_, let template):
        template.firstPath
      }
    return path?.description ?? "say"
  }

  private static func word(_ template: WordTemplate, from scope: Scope) throws(Refusal) -> Word {
    switch template {
    case .constant(let word): return word
    case .phrase(let template): return try word(fill(template, scope), of: template)
    case .wholeMoney(let template):
      return try word("money:" + fill(template, scope), of: template)
    case .value(let kind, let template):
      return try word("\(kind):" + fill(template, scope), of: template)
    case .text(let template):
      let text = try template.fill(from: scope) { (value, _) throws(Refusal) in value }
      guard let text else { throw missing(template) }
      return .text(text)
    case .money(let currency, let amount):
      return try word(amount, in: self.currency(currency, scope), from: scope)
    }
  }

  private static func currency(_ template: Template, _ scope: Scope) throws(Refusal) -> Currency {
    let code = try fill(template, scope)
    guard let currency = Currency(rawValue: code) else {
      throw Refusal(
        template.firstPath?.description ?? "say", "\(quoted(code)) is no ISO 4217 currency code")
    }
    return currency
  }

  /// An amount; refused if the message states another currency or unit than the rule.
  private static func word(
    _ amount: Template, in currency: Currency, from scope: Scope
  ) throws(Refusal) -> Word {
    guard let text = try amount.fill(from: scope, currency: currency) else {
      throw missing(amount)
    }
    let field = amount.firstPath?.description ?? "say"
    if let path = amount.firstPath {
      let stated = StatedUnit(beside: path, in: scope)
      if let own = stated.currency, own != currency {
        throw Refusal(
          field, "the rule says \(currency.rawValue), and the message says \(own.rawValue)")
      }
      if let exponent = stated.exponent, exponent > 0,
        !amount.placeholders.contains(where: \.isMinor),
        !text.utf8.contains(UInt8(ascii: "."))
      {
        throw Refusal(
          field,
          "the message counts minor units of \(exponent) digits, and the rule reads major units; "
            + "write {\(path):minor}")
      }
    }
    do { return .money(try Money(text, in: currency)) } catch {
      throw Refusal(field, "word \(quoted("money:\(currency.rawValue)\(text)")): \(error)")
    }
  }

  private static func fill(_ template: Template, _ scope: Scope) throws(Refusal) -> String {
    let text = try template.fill(from: scope) { (value, _) throws(Refusal) in value }
    guard let text else { throw missing(template) }
    return text
  }

  private static func missing(_ template: Template) -> Refusal {
    Refusal(template.firstPath?.description ?? "say", "is missing")
  }

  private static func word(_ text: String, of template: Template) throws(Refusal) -> Word {
    do { return try Word(text) } catch {
      throw Refusal(template.firstPath?.description ?? "say", "word \(quoted(text)): \(error)")
    }
  }
}
