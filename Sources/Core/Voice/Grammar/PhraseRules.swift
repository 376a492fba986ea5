/// A phrase, read: its clips, and what it makes of the values that follow it.
struct PhraseRules: Sendable {
  /// The clips of the phrase itself.
  let clips: [ClipID]
  /// What says the first number after it; `nil`: as any number.
  let number: [Term]?
  /// What stands around the first code after it.
  let code: Frame
  /// What stands around the first amount after it.
  let money: Frame

  /// Clips before and after a value.
  struct Frame: Sendable {
    let before: [ClipID]
    let after: [ClipID]

    /// Nothing around the value.
    static let none = Frame(before: [], after: [])

    func around(_ value: [ClipID]) -> [ClipID] { before + value + after }
  }
}
