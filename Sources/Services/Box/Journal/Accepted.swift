import Database
import Wire

/// The last accepted attempt at an id, as the journal has it.
struct Accepted {
  let n: Int64
  let attempt: Int
  let known: ExistingAttempt

  /// Reads `n, attempt, state, settled, sound_command, order_name, act`.
  init(_ row: Row) {
    n = row[0]
    attempt = row[1]
    let stage: ExistingAttempt.Stage =
      switch Schema.State(rawValue: row[2]) {
      case .waiting: .waiting
      case .started, .joined: .started
      case .handled, nil: .handled(settlesID: row[3])
      }
    known = ExistingAttempt(
      fingerprint: CommandFingerprint(soundCommand: row[4], order: row[5], act: row[6]),
      stage: stage)
  }

  func entry(_ id: String, _ decision: DuplicateDecision) -> IntakeResult {
    IntakeResult(id: id, attempt: attempt, action: .command(decision))
  }
}
