/// Reads the words of a rule, such as `< hundred [and >]`.
struct TermReader {
  /// The rule set that the rule belongs to: what a bare `<` or `>` means.
  let ruleSet: String
  /// Whether the rule divides its number, so that `<`, `>` and `[ ]` have a meaning.
  let divides: Bool

  /// Reads all words; they are separated by spaces, but brackets need none.
  func terms(_ text: String) throws(TermFault) -> [Term] {
    var tokens = Self.tokens(text)[...]
    var terms: [Term] = []
    while let token = tokens.popFirst() {
      switch token {
      case "[": terms.append(try branch(&tokens))
      case "]", "|":
        throw TermFault(
          problem: "'\(token)' without '['", remedy: "put '[' before it, or remove it")
      default: terms.append(try term(token))
      }
    }
    return terms
  }

  /// Reads `some ]` or `some | none ]`, whose `[` is taken already.
  private func branch(_ tokens: inout ArraySlice<String>) throws(TermFault) -> Term {
    try mustDivide("[ ]")
    var sides: [[Term]] = [[]]
    while let token = tokens.popFirst() {
      switch token {
      case "]": return .branch(some: sides[0], none: sides.count > 1 ? sides[1] : [])
      case "|" where sides.count == 1: sides.append([])
      case "[", "|":
        throw TermFault(problem: "'\(token)' inside '[ ]'", remedy: "write one '|' at most, no '['")
      default: sides[sides.count - 1].append(try term(token))
      }
    }
    throw TermFault(problem: "'[' without ']'", remedy: "close it")
  }

  private func term(_ token: String) throws(TermFault) -> Term {
    let name = String(token.dropFirst())
    switch token.first {
    case "<":
      try mustDivide("'<'")
      return .quotient(name.isEmpty ? ruleSet : name)
    case ">":
      try mustDivide("'>'")
      return .remainder(name.isEmpty ? ruleSet : name)
    case "=":
      guard !name.isEmpty else {
        throw TermFault(problem: "'=' without a rule set", remedy: "name one, such as '=cardinal'")
      }
      return .value(name)
    default: return try clip(token)
    }
  }

  private func clip(_ token: String) throws(TermFault) -> Term {
    let sides = token.split(separator: "{}", omittingEmptySubsequences: false).map(String.init)
    guard sides.count <= 2, let id = ClipID(rawValue: sides.joined(separator: "0")) else {
      throw TermFault(
        problem: "'\(token)' is no clip id",
        remedy: "use lower-case letters and digits joined by . - _, and one {} at most")
    }
    return sides.count == 1 ? .clip(id) : .counted(prefix: sides[0], suffix: sides[1])
  }

  private func mustDivide(_ what: String) throws(TermFault) {
    guard divides else {
      throw TermFault(
        problem: "\(what) where nothing is divided", remedy: "use it in rules from 10 on only")
    }
  }

  private static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    for word in text.split(separator: " ") {
      var open = ""
      for character in word {
        if "[]|".contains(character) {
          if !open.isEmpty { tokens.append(open) }
          tokens.append(String(character))
          open = ""
        } else {
          open.append(character)
        }
      }
      if !open.isEmpty { tokens.append(open) }
    }
    return tokens
  }
}

/// Why a text is not a list of terms, and what to write instead.
struct TermFault: Error {
  let problem: String
  let remedy: String
}
