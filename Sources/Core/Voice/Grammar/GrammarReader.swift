import Wire

/// Turns a grammar as it is written into rules, and gathers every fault on the way.
struct GrammarReader {
  let grammar: Grammar
  let options: [String: Bool]
  private(set) var faults: [PackFault] = []

  init(_ grammar: Grammar, options: [String: Bool]) {
    self.grammar = grammar
    self.options = options
  }

  /// Reads the whole grammar; what is at fault is left empty.
  mutating func rules() -> GrammarRules {
    require(grammar.numbers.rules, at: "numbers.rules")
    let limits = 0...RuleKey.largest
    if !limits.contains(grammar.numbers.limit) {
      add(
        .grammar(
          "numbers.limit", "is \(grammar.numbers.limit)", "write a number within \(limits.text)"))
    }
    return GrammarRules(
      numbers: grammar.numbers.rules, limit: min(max(0, grammar.numbers.limit), RuleKey.largest),
      sets: ruleSets(), money: money(), signs: signs(), phrases: phrases())
  }

  // MARK: Signs, phrases

  private mutating func signs() -> [String: [ClipID]] {
    var signs: [String: [ClipID]] = [:]
    for sign in Vocabulary.signs where grammar.signs[sign] == nil {
      faults.append(.grammar("signs.\(sign)", "is missing", "add the clip that says it"))
    }
    for (sign, text) in grammar.signs {
      let path = "signs.\(sign)"
      if !Vocabulary.signs.contains(sign) {
        faults.append(
          .grammar(path, "no code has this sign", "remove it (codes: A-Z, 0-9 and -)"))
      }
      signs[sign] = clips(text, at: path)
    }
    return signs
  }

  private mutating func phrases() -> [Name: PhraseRules] {
    var phrases: [Name: PhraseRules] = [:]
    for (text, phrase) in grammar.phrases {
      let path = "phrases.\(text)"
      guard let name = Name(rawValue: text) else {
        faults.append(
          .grammar(path, "is no name", "use lower-case letters and digits joined by . - _"))
        continue
      }
      phrases[name] = PhraseRules(
        clips: clips(phrase.clips, at: path + ".clips"),
        number: phrase.number.map { terms($0, at: path + ".number", divides: false) },
        code: frame(phrase.code, around: "=signs", at: path + ".code"),
        money: frame(phrase.money, around: "=money", at: path + ".money"))
    }
    return phrases
  }

  private mutating func frame(
    _ text: String?, around value: String, at path: String
  ) -> PhraseRules.Frame {
    guard let text else { return .none }
    let words = text.split(separator: " ")
    let places = words.indices.filter { words[$0] == value }
    guard places.count == 1, let place = places.first else {
      faults.append(.grammar(path, "'\(value)' must stand in it once", "write it there once"))
      return .none
    }
    return PhraseRules.Frame(
      before: clips(words[..<place].joined(separator: " "), at: path, mayBeEmpty: true),
      after: clips(words[(place + 1)...].joined(separator: " "), at: path, mayBeEmpty: true))
  }

  // MARK: Pieces

  private mutating func clips(
    _ text: String, at path: String, mayBeEmpty: Bool = false
  ) -> [ClipID] {
    var clips: [ClipID] = []
    for word in text.split(separator: " ") {
      if let id = ClipID(rawValue: String(word)) {
        clips.append(id)
      } else {
        faults.append(
          .grammar(
            path, "'\(word)' is no clip id", "use lower-case letters and digits joined by . - _"))
      }
    }
    if clips.isEmpty, !mayBeEmpty {
      faults.append(.grammar(path, "says nothing", "name the clip that says it"))
    }
    return clips
  }

  /// Reads the words of a rule.
  mutating func terms(
    _ text: String, at path: String, in ruleSet: String = "", divides: Bool
  ) -> [Term] {
    do {
      let terms = try TermReader(ruleSet: ruleSet, divides: divides).terms(text)
      for set in terms.flatMap(\.ruleSets) { require(set, at: path) }
      return terms
    } catch {
      faults.append(.grammar(path, error.problem, error.remedy))
      return []
    }
  }

  /// Records a fault unless there is a rule set of this name.
  mutating func require(_ set: String, at path: String) {
    guard grammar.rules[set] == nil else { return }
    add(.grammar(path, "there is no rule set '\(set)'", "add it to rules, or name another"))
  }

  /// Records a fault, once.
  mutating func add(_ fault: PackFault) {
    if !faults.contains(fault) { faults.append(fault) }
  }
}

/// A grammar, read: what ``Speller`` follows and ``ClosureCheck`` proves.
struct GrammarRules: Sendable {
  /// The rule set for plain numbers.
  let numbers: String
  /// The largest plain number.
  let limit: Int
  /// The rule sets by name.
  let sets: [String: RuleSet]
  /// The currencies that amounts are said in.
  let money: [Currency: MoneyRules]
  /// The clips of each sign.
  let signs: [String: [ClipID]]
  /// The phrases.
  let phrases: [Name: PhraseRules]
}

/// The key of a rule: `100` (from 100 on), `100!` (100 alone), with `?option` if it depends on one.
struct RuleKey: Hashable {
  /// The largest base, and the largest number or amount in minor units that a grammar may promise;
  /// the proof reckons with a little more, which must not overflow.
  static let largest = 1_000_000_000_000_000

  let base: Int
  let isExact: Bool
  let option: String?

  init?(_ text: String) {
    let halves = text.split(separator: "?", omittingEmptySubsequences: false).map(String.init)
    guard halves.count <= 2 else { return nil }
    option = halves.count == 2 ? halves[1] : nil
    isExact = halves[0].hasSuffix("!")
    let digits = isExact ? String(halves[0].dropLast()) : halves[0]
    guard let base = Int(digits), String(base) == digits, (0...Self.largest).contains(base),
      option != ""
    else { return nil }
    self.base = base
  }

  /// The largest power of ten that is not above the base; 1 below 10.
  var divisor: Int {
    var divisor = 1
    while divisor <= base / 10 { divisor *= 10 }
    return divisor
  }
}
