import Wire

/// What a virtual box stores of an attempt at a command; kept small.
struct StoredAttempt: Sendable {
  let event: EventID
  let order: String
  /// What to say; empty if it was rejected.
  let command: String
  let attempt: Int32
  let act: Int
  let isReplay: Bool
  /// When it arrived, in milliseconds since 1970, as all moments here.
  let received: Int64
  var started: Int64 = 0
  var finished: Int64 = 0
  var handled: Int64 = 0
  /// The numbers of its receipts; 0 for none.
  var deliveredSeq: Int32 = 0
  var handledSeq: Int32 = 0
  /// The connections at which the receipts were written, counted from the first.
  var deliveredConnection: Int32 = 0
  var handledConnection: Int32 = 0
  var rounds: UInt8 = 0
  var hasHandled = false
  var outcome: Outcome?
  var reason: String?

  /// Whether it repeats until acknowledged, as `VoiceCommand.isRepeated` says.
  var isAlert: Bool { act == 4 }

  /// Whether it has a `delivered` receipt.
  var isAccepted: Bool { deliveredSeq != 0 }

  /// What a copy of its command has in common with it.
  var fingerprint: CommandFingerprint {
    CommandFingerprint(soundCommand: command, order: order, act: act)
  }
}
