/// What makes two copies of a command the same; times, alert text, volume and priority may differ.
public struct CommandFingerprint: Sendable, Hashable {
  /// What to say.
  public let soundCommand: String
  /// What an acknowledgement names.
  public let order: String
  /// How often to say it, as ``VoiceCommand/act`` says.
  public let act: Int

  /// Makes the fingerprint of a command that is kept in parts.
  ///
  /// - Parameters:
  ///   - soundCommand: What to say.
  ///   - order: What an acknowledgement names.
  ///   - act: How often to say it.
  public init(soundCommand: String, order: String, act: Int) {
    self.soundCommand = soundCommand
    self.order = order
    self.act = act
  }
}

extension VoiceCommand {
  /// What a copy must have in common with this command.
  public var fingerprint: CommandFingerprint {
    CommandFingerprint(soundCommand: soundCommand.text, order: order, act: act)
  }
}

/// What is known of an id when a copy of its command arrives: the attempt that settled the id, or else
/// the last attempt that was accepted.
///
/// A replay that waits, or that failed, changes nothing about what was settled before it.
public struct ExistingAttempt: Sendable, Equatable {
  /// The stage of an accepted command.
  public enum Stage: Sendable, Equatable {
    /// It waits for its turn.
    case waiting
    /// It is being spoken, or is part of a summary that waits.
    case started
    /// It has been dealt with; for good, or so that the id may come again.
    case handled(settlesID: Bool)
  }

  /// What was accepted.
  public let fingerprint: CommandFingerprint
  /// Its stage.
  public let stage: Stage

  /// Describes an attempt.
  ///
  /// - Parameters:
  ///   - fingerprint: What was accepted.
  ///   - stage: How far it has come.
  public init(fingerprint: CommandFingerprint, stage: Stage) {
    self.fingerprint = fingerprint
    self.stage = stage
  }
}

/// What to do with a command, given what is known of its id (protocol, section “Receipts”, rules).
public enum DuplicateDecision: Sendable, Equatable {
  /// Speak it: it is a new attempt.
  case accept
  /// Accept it and settle it at once as `duplicate`: another channel has spoken it.
  case settle
  /// Settle the attempt that waits as `duplicate`: another channel has spoken it.
  case cancel
  /// Publish the first receipts again: it was dealt with for good.
  case repeatReceipts
  /// Publish the `delivered` receipt again: it is on its way.
  case repeatDelivered
  /// Reject it, code 7: the id was accepted with another content, which stands.
  case conflict

  /// Decides about a command.
  ///
  /// - Parameters:
  ///   - fingerprint: What the command says.
  ///   - hasHandled: Whether some channel has spoken it already.
  ///   - known: What is known of its id; `nil` if no attempt at it was ever accepted.
  public init(on fingerprint: CommandFingerprint, hasHandled: Bool, known: ExistingAttempt?) {
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
