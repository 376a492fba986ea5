/// How an output does.
public struct SoundCondition: Sendable, Equatable {
  /// What it is doing.
  public enum State: Sendable, Equatable {
    /// Nothing, as far as can be heard.
    case idle
    /// An announcement is on its way through it.
    case playing
    /// The last try to open or use it failed, for this reason.
    case unavailable(String)
  }

  /// The output's name, as in the settings.
  public var device: String
  /// What it is doing.
  public var state: State
  /// How often the device ran out of samples in the middle of an announcement.
  public var underruns: Int

  /// Describes an output.
  ///
  /// - Parameters:
  ///   - device: Its name.
  ///   - state: What it is doing.
  ///   - underruns: How often it ran out of samples.
  public init(device: String, state: State = .idle, underruns: Int = 0) {
    self.device = device
    self.state = state
    self.underruns = underruns
  }
}
