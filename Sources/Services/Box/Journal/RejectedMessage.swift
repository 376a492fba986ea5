import Wire

/// A message that is not taken, and why.
struct RejectedMessage {
  /// How much of the message is kept, in bytes; the journal must not grow by what is thrown away.
  static let payloadKept = 1024
  /// The longest reason, in Unicode scalars; it quotes what the message says.
  private static let longestReason = 500

  let id: String
  let order: String
  let outcome: Outcome
  let reason: String

  init(id: String, order: String, outcome: Outcome, reason: String) {
    self.id = id
    self.order = order
    self.outcome = outcome
    let scalars = reason.unicodeScalars
    let isLong = scalars.dropFirst(Self.longestReason).first != nil
    self.reason = isLong ? String(scalars.prefix(Self.longestReason)) + "…" : reason
  }
}
