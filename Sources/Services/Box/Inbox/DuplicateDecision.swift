/// What makes two copies of a command the same; times, alert text, volume and priority may differ.
struct CommandFingerprint: Sendable, Equatable {
  let soundCommand: String
  let order: String
  let act: Int
}

/// What the journal knows of an id when a copy of it comes.
struct ExistingAttempt: Sendable, Equatable {
  /// How far an accepted command has come.
  enum Stage: Sendable, Equatable {
    /// It waits for its turn.
    case waiting
    /// It is being spoken, or is a part of a summary that waits.
    case started
    /// It has been dealt with; for good, or so that the id may come again.
    case handled(settlesID: Bool)
  }

  /// The last accepted attempt.
  let fingerprint: CommandFingerprint
  /// How far it has come.
  let stage: Stage
}

/// What is done with a copy of a command (protocol, section “Receipts”, rules).
enum DuplicateDecision: Sendable, Equatable {
  /// It is a new attempt and will be spoken.
  case accept
  /// Another channel has spoken it: settled at once, never spoken.
  case settle
  /// Another channel has spoken what waits here: that is settled, not spoken.
  case cancel
  /// It was dealt with for good: the first receipts go out again.
  case repeatReceipts
  /// It is on its way: only the receipt for its arrival goes out again.
  case repeatDelivered
  /// The id was accepted with another content, which stands.
  case conflict
  /// It cannot be announced.
  case reject
  /// So many wait that there is no room for it.
  case queueFull
  /// It is no command: it ends the alerts of an order.
  case acknowledge

  /// Decides about a readable copy.
  ///
  /// - Parameters:
  ///   - fingerprint: What the copy says.
  ///   - hasHandled: Whether some channel has spoken it already.
  ///   - known: The last accepted attempt at its id.
  init(on fingerprint: CommandFingerprint, hasHandled: Bool, known: ExistingAttempt?) {
    guard let known else {
      self = hasHandled ? .settle : .accept
      return
    }
    guard known.fingerprint == fingerprint else {
      self = .conflict
      return
    }
    switch known.stage {
    case .waiting: self = hasHandled ? .cancel : .repeatDelivered
    case .started: self = .repeatDelivered
    case .handled(settlesID: true): self = .repeatReceipts
    case .handled(settlesID: false): self = hasHandled ? .settle : .accept
    }
  }
}
