public import Wire

extension SayTemplate {
  /// What this template can say, as far as the rule alone tells.
  public struct Vocabulary: Sendable, Equatable {
    /// All phrases and sounds.
    public var names: Set<Name> = []
    /// All currencies that the rule names.
    public var currencies: Set<Currency> = []
    /// Where currencies come from that the message names.
    public var openCurrencies: [FieldPath] = []
    /// Texts that a table would make a phrase or a currency of, and that are none.
    public var unusable: [String] = []
  }

  /// How many words it says, whatever the message.
  public var wordCount: Int { words.count }

  /// Whether it says that there is a new order.
  public var saysNewOrder: Bool {
    vocabulary.names.contains { $0.rawValue == "order.new" }
  }

  /// What this template can say.
  public var vocabulary: Vocabulary {
    var vocabulary = Vocabulary()
    for word in words {
      switch word {
      case .constant(.name(let name)): vocabulary.names.insert(name)
      case .constant(.money(let money)): vocabulary.currencies.insert(money.currency)
      case .phrase(let template):
        for text in template.possibleTexts {
          if let name = Name(rawValue: text) {
            vocabulary.names.insert(name)
          } else {
            vocabulary.unusable.append(text)
          }
        }
      case .money(let template, _):
        guard template.placeholders.allSatisfy({ $0.map != nil }) else {
          vocabulary.openCurrencies += template.placeholders.compactMap(\.paths.first)
          break
        }
        for text in template.possibleTexts {
          if let currency = Currency(rawValue: text) {
            vocabulary.currencies.insert(currency)
          } else {
            vocabulary.unusable.append(text)
          }
        }
      case .wholeMoney(let template):
        vocabulary.openCurrencies += template.placeholders.compactMap(\.paths.first)
      default: break
      }
    }
    return vocabulary
  }

  /// The paths of amounts.
  var amountPaths: [FieldPath] {
    words.flatMap { word -> [FieldPath] in
      switch word {
      case .money(_, let template), .wholeMoney(let template):
        template.placeholders.flatMap(\.paths)
      default: []
      }
    }
  }

  /// The placeholders, to explain what they give.
  var placeholders: [Placeholder] {
    words.flatMap { word -> [Placeholder] in
      switch word {
      case .constant: []
      case .phrase(let template), .wholeMoney(let template), .text(let template),
        .value(_, let template):
        template.placeholders
      case .money(let currency, let amount): currency.placeholders + amount.placeholders
      }
    }
  }
}

extension Template {
  /// All texts of a template whose placeholders are tables.
  fileprivate var possibleTexts: [String] {
    parts.reduce([""]) { texts, part in
      switch part {
      case .literal(let literal): texts.map { $0 + literal }
      case .placeholder(let placeholder):
        texts.flatMap { text in
          ((placeholder.map?.texts ?? []) + (placeholder.fallback.map { [$0] } ?? []))
            .map { text + $0 }
        }
      }
    }
  }
}
