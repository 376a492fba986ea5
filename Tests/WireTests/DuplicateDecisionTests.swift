import Testing
import Wire

@Suite struct `Decisions about copies` {
  struct Case: Sendable, CustomTestStringConvertible {
    /// How far the last accepted attempt has come; `nil`: there is none.
    let stage: ExistingAttempt.Stage?
    /// Whether the copy says the same as that attempt.
    let isSame: Bool
    let hasHandled: Bool
    let decision: DuplicateDecision

    var testDescription: String { "\(stage as Any) same \(isSame) handled \(hasHandled)" }

    init(
      _ stage: ExistingAttempt.Stage?, _ isSame: Bool, _ hasHandled: Bool,
      _ decision: DuplicateDecision
    ) {
      (self.stage, self.isSame, self.hasHandled, self.decision) = (
        stage, isSame, hasHandled, decision
      )
    }
  }

  static let table = [
    Case(nil, true, false, .accept),
    Case(nil, true, true, .settle),
    Case(.waiting, true, false, .repeatDelivered),
    Case(.waiting, true, true, .cancel),
    Case(.waiting, false, false, .conflict),
    Case(.waiting, false, true, .conflict),
    Case(.started, true, false, .repeatDelivered),
    Case(.started, true, true, .repeatDelivered),
    Case(.started, false, false, .conflict),
    Case(.started, false, true, .conflict),
    Case(.handled(settlesID: true), true, false, .repeatReceipts),
    Case(.handled(settlesID: true), true, true, .repeatReceipts),
    Case(.handled(settlesID: true), false, false, .conflict),
    Case(.handled(settlesID: true), false, true, .conflict),
    Case(.handled(settlesID: false), true, false, .accept),
    Case(.handled(settlesID: false), true, true, .settle),
    Case(.handled(settlesID: false), false, false, .conflict),
    Case(.handled(settlesID: false), false, true, .conflict),
  ]

  @Test(arguments: table) func `follow the protocol's rules`(_ row: Case) {
    let said = CommandFingerprint(soundCommand: "chime", order: "7", act: 0)
    let other = CommandFingerprint(soundCommand: "ring", order: "7", act: 0)
    let known = row.stage.map { ExistingAttempt(fingerprint: row.isSame ? said : other, stage: $0) }
    #expect(DuplicateDecision(on: said, hasHandled: row.hasHandled, known: known) == row.decision)
  }
}
