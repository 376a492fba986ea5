/// What is done with a sound device while nothing is played.
///
/// ``SoundOutput/idle()`` does it. Pops come from starting and stopping the flow of samples, which
/// only a flow of silence avoids; an open device keeps other programs from cards that cannot be
/// shared.
public enum IdlePolicy: Sendable, Equatable {
  /// It is closed after so long without sound.
  case close(after: Duration)
  /// It stays open, and stands still.
  case keepOpen
  /// It stays open, and plays silence: no pops, and no lead-in, as it never sleeps.
  case streamSilence
}

extension IdlePolicy {
  /// The policy's name in a setting.
  public var name: String {
    switch self {
    case .close: "close"
    case .keepOpen: "keep-open"
    case .streamSilence: "stream-silence"
    }
  }
}
