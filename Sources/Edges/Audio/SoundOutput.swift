import Synchronization

/// An output for announcements.
public protocol SoundOutput: Sendable {
  /// Plays a sound; concurrent calls are played one after the other.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - promptly: Whether it interrupts something: then only as much silence precedes it as the
  ///     device needs, not the usual pause between two announcements.
  ///   - controls: Changes loudness and ends the sound early while it plays.
  /// - Returns: Whether every sample has left the device.
  /// - Throws: ``AudioError``, or `CancellationError` if the rest was discarded.
  func play(_ sound: Sound, promptly: Bool, under controls: Controls) async throws -> PlaybackResult

  /// Checks whether playing would work now.
  ///
  /// - Throws: ``AudioError`` with the reason.
  func check() async throws

  /// Manages the device while nothing is played, until the task is cancelled.
  ///
  /// Reopens a failed device with backoff.
  func idle() async

  /// The output's condition; does not wait for playback.
  var condition: SoundCondition { get }
}

/// Creates the output that a setting names.
///
/// - Parameters:
///   - setting: The name of an ALSA device, such as `default`; or `wav:` and a path; or `none`.
///   - leadIn: The silence before the first announcement after a pause, for devices.
///   - trailingSilence: The silence after an announcement, for devices.
///   - idle: What to do with a device while nothing is played.
/// - Returns: The output; nothing is opened yet.
/// - Throws: ``AudioError`` if the setting is empty.
public func makeOutput(
  _ setting: String, leadIn: Duration = Speaker.defaultLeadIn,
  trailingSilence: Duration = Speaker.defaultTrailingSilence, idle: IdlePolicy = .keepOpen
) throws(AudioError) -> any SoundOutput {
  if setting == "none" { return NoOutput() }
  let path = setting.hasPrefix("wav:") ? String(setting.dropFirst(4)) : nil
  guard !setting.isEmpty, path != "" else {
    throw AudioError(
      step: "choose the audio output “\(setting)”", reason: "it is empty",
      hint: "name an ALSA device (see aplay -L), or wav:PATH, or none")
  }
  if let path { return WAVOutput(path: path) }
  return Speaker(device: setting, leadIn: leadIn, trailingSilence: trailingSilence, idle: idle)
}

/// How an announcement ended.
public enum PlaybackResult: Sendable, Equatable {
  /// Every sample has left the device.
  case whole
  /// A cut left out a part, or everything if it came before the start.
  case cut
}

/// The condition of an output.
public struct SoundCondition: Sendable, Equatable {
  /// What an output is doing.
  public enum State: Sendable, Equatable {
    /// Nothing audible.
    case idle
    /// Playing an announcement.
    case playing
    /// The last attempt to open or use it failed, for this reason.
    case unavailable(String)
  }

  /// The output's name, as in the settings.
  public var device: String
  /// What it is doing.
  public var state: State
  /// The number of underruns during announcements.
  public var underruns: Int

  /// Describes an output.
  ///
  /// - Parameters:
  ///   - device: Its name.
  ///   - state: What it is doing.
  ///   - underruns: The number of underruns during announcements.
  public init(device: String, state: State = .idle, underruns: Int = 0) {
    self.device = device
    self.state = state
    self.underruns = underruns
  }
}

/// An output's condition, readable without waiting for the output.
final class OutputStatus: Sendable {
  private let state: Mutex<SoundCondition>

  /// The current condition.
  var condition: SoundCondition { state.withLock { $0 } }

  /// Whether the last attempt failed.
  var isUnavailable: Bool {
    if case .unavailable = condition.state { true } else { false }
  }

  init(device: String) { state = Mutex(SoundCondition(device: device)) }

  func set(_ new: SoundCondition.State) { state.withLock { $0.state = new } }

  func countUnderrun() { state.withLock { $0.underruns += 1 } }
}

/// An output that discards announcements at once.
public struct NoOutput: SoundOutput {
  public var condition: SoundCondition { SoundCondition(device: "none") }

  /// Creates the output.
  public init() {}

  public func play(
    _ sound: Sound, promptly: Bool, under controls: Controls
  ) async throws -> PlaybackResult {
    try Task.checkCancellation()
    return controls.current.cut == nil ? .whole : .cut
  }

  public func check() async throws {}

  public func idle() async { await PlaybackClock.system.waitForCancellation() }
}
