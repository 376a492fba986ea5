/// What became of a voice command, for good (protocol, section “Receipts”).
public enum Outcome: Sendable, Hashable {
  /// The last sample has left the device.
  case played
  /// Ended before its end, by acknowledgement or request.
  case stopped
  /// Another channel had spoken it.
  case duplicate
  /// It could not be spoken.
  case failed(Failure)
  /// Its time had passed when it would have started.
  case expired
  /// It was not taken.
  case rejected(Rejection)
  /// Nothing was to be heard at that hour.
  case muted
  /// Spoken as a part of a summary.
  case summarized

  /// Why a command could not be spoken; the raw value is the receipt's code.
  public enum Failure: Int, Sendable {
    /// A clip or a name is missing in the pack.
    case clipMissing = 2
    /// The audio device is unavailable, or makes no progress.
    case audio = 3
    /// The box crashed on this command again and again.
    case crashes = 4
  }

  /// Why a command was not taken; the raw value is the receipt's code.
  public enum Rejection: Int, Sendable {
    /// Malformed, or refused by its rule.
    case malformed = 6
    /// A known id with another content.
    case conflict = 7
    /// No room in the queue.
    case queueFull = 8
  }

  /// The word in the receipt.
  public var name: String {
    switch self {
    case .played: "played"
    case .stopped: "stopped"
    case .duplicate: "duplicate"
    case .failed: "failed"
    case .expired: "expired"
    case .rejected: "rejected"
    case .muted: "muted"
    case .summarized: "summarized"
    }
  }

  /// The number in the receipt.
  public var code: Int {
    switch self {
    case .played, .stopped: 0
    case .duplicate: 1
    case .failed(let failure): failure.rawValue
    case .expired: 5
    case .rejected(let rejection): rejection.rawValue
    case .muted: 9
    case .summarized: 10
    }
  }

  /// Whether the id is dealt with for good, so that the same command is never spoken again.
  ///
  /// The other outcomes settle their attempt alone: a failure never burns the id.
  public var settlesID: Bool {
    switch self {
    case .played, .stopped, .duplicate, .summarized: true
    case .failed, .expired, .rejected, .muted: false
    }
  }
}
