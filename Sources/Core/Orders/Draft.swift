public import Wire

/// A voice command that may still lack its id.
///
/// Two equal payments are common, and both must be heard: a message without an id is an event of its
/// own, and whoever stores it gives it an id.
public struct Draft: Sendable, Equatable {
  /// The business event, if the message names one.
  public var id: String?
  /// What an acknowledgement names, if not the id.
  public var order: String?
  /// What to say.
  public var soundCommand: SoundCommand
  /// 4 repeats until acknowledged.
  public var act = 0
  /// When the back end issued it.
  public var issuedAt: Timestamp?
  /// When it becomes worthless.
  public var expiresAt: Timestamp?
  /// How long after its arrival it becomes worthless, if ``expiresAt`` was counted from the arrival.
  ///
  /// Such a span holds by any clock; a moment that the back end told needs one that is right.
  public var lifetime: Duration?
  /// Its place in the queue.
  public var priority: Priority = .normal
  /// The gain for its announcement, 0–100 per cent.
  public var volume: Int?
  /// Whether some channel of the store has spoken it already.
  public var hasHandled = false

  init(soundCommand: SoundCommand) { self.soundCommand = soundCommand }

  /// The command under an id.
  ///
  /// - Parameter spare: The id for a message that has none.
  /// - Returns: The voice command.
  public func command(orElse spare: String) -> VoiceCommand {
    var command = VoiceCommand(id: id ?? spare, order: order, soundCommand: soundCommand)
    command.act = act
    command.issuedAt = issuedAt
    command.expiresAt = expiresAt
    command.priority = priority
    command.volume = volume
    command.hasHandled = hasHandled
    return command
  }
}
