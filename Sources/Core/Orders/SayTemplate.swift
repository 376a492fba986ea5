import Wire

/// The template of a sound command, word by word.
///
/// A value of the message can fill a word or a part of it, never become two words: a customer's note
/// must not be able to announce a payment.
public struct SayTemplate: Sendable, Hashable {
  private let words: [Template]

  /// Reads a template such as `order.new code:{order.pickupNo} money:{order.currency}{order.total}`.
  ///
  /// - Parameter text: Words separated by one space; spaces inside braces belong to filters.
  /// - Throws: ``TemplateFault``; also if a word without placeholders is no word of a sound command.
  public init(_ text: String) throws(TemplateFault) {
    var words: [Template] = []
    for word in Self.split(text) {
      let template = try Template(word)
      if template.firstPath == nil {
        do { _ = try Word(word) } catch { throw .badCommand("word '\(word)': \(error)") }
      }
      words.append(template)
    }
    self.words = words
  }

  /// Fills the template and reads the result.
  ///
  /// - Parameter message: The order message.
  /// - Returns: The sound command.
  /// - Throws: `Refusal` that names the message's field at fault.
  func fill(from message: JSON) throws(Refusal) -> SoundCommand {
    var texts: [String] = []
    for word in words { texts.append(try fill(word, from: message)) }
    do {
      return try SoundCommand(texts.joined(separator: " "))
    } catch .word(let position, let text, let fault) {
      let field = words[position - 1].firstPath?.description ?? "say"
      throw Refusal(field, "word '\(text)': \(fault)")
    } catch {
      throw Refusal("say", error)
    }
  }

  private func fill(_ word: Template, from message: JSON) throws(Refusal) -> String {
    let isFreeText = word.beginning.hasPrefix("text:")
    let filled = try word.fill(from: message) { (value, path) throws(Refusal) in
      if isFreeText { return PercentEncoding.encode(value) }
      guard !value.contains(where: \.isWhitespace) else {
        throw Refusal(path.description, "'\(value.prefix(64))' has spaces, which only text: may")
      }
      return value
    }
    guard let filled else {
      throw Refusal(word.firstPath?.description ?? "say", "is missing")
    }
    return filled
  }

  private static func split(_ text: String) -> [String] {
    var words = [""]
    var depth = 0
    for character in text {
      if character == "{" { depth += 1 } else if character == "}" { depth -= 1 }
      if character == " ", depth == 0 {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }
}
