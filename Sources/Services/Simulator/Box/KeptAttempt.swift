import Wire

/// What a virtual box keeps of an attempt at a command, in little room.
struct KeptAttempt: Sendable {
  let id: String
  let order: String
  /// What to say; empty for what was refused.
  let command: String
  let attempt: Int32
  let act: Int
  let isReplay: Bool
  /// When it came, in milliseconds since 1970, as all moments here.
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

  /// Whether it rings until somebody acknowledges it, as `VoiceCommand.isRepeated` says.
  var isAlert: Bool { act == 4 }

  /// Whether there is a receipt that it was taken.
  var isAccepted: Bool { deliveredSeq != 0 }

  /// What a copy of its command has in common with it.
  var fingerprint: CommandFingerprint {
    CommandFingerprint(soundCommand: command, order: order, act: act)
  }
}
