/// What a phrase still does to the values that follow it: each form serves one value.
///
/// A form of a number or a code serves only until an amount comes.
struct PhraseScope {
  private var rules: PhraseRules?
  private var servesNumber = true
  private var servesMoney = true

  init(_ rules: PhraseRules? = nil) { self.rules = rules }

  /// The form of a number that comes now; `nil`: as any number.
  mutating func takeNumber() -> [Term]? {
    defer { servesNumber = false }
    return servesNumber ? rules?.number : nil
  }

  /// What stands around a code that comes now.
  mutating func takeCode() -> PhraseRules.Frame {
    defer { servesNumber = false }
    return servesNumber ? rules?.code ?? .none : .none
  }

  /// What stands around an amount that comes now.
  mutating func takeMoney() -> PhraseRules.Frame {
    defer {
      servesNumber = false
      servesMoney = false
    }
    return servesMoney ? rules?.money ?? .none : .none
  }
}
