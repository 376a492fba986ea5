/// Where announcements go.
public protocol SoundOutput: Sendable {
  /// Plays a sound, one announcement at a time; calls wait for their turn.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - promptly: Whether it follows something that it interrupted. Only as much silence comes
  ///     before it as the device needs, not the usual distance between two announcements.
  ///   - controls: What may be changed meanwhile.
  /// - Returns: Whether every sample has left the device.
  /// - Throws: ``AudioError``, or `CancellationError` if the rest was dropped.
  func play(_ sound: Sound, promptly: Bool, under controls: Controls) async throws -> PlaybackResult

  /// Finds out whether playing would work now.
  ///
  /// - Throws: ``AudioError`` that says why not.
  func check() async throws

  /// Looks after the device while nothing is played, until the task is cancelled.
  ///
  /// A device that failed is tried again, longer and longer apart, until it works.
  func idle() async

  /// How it does; never waits for what is playing.
  var condition: SoundCondition { get }
}

/// Makes the output that a setting names.
///
/// - Parameters:
///   - setting: The name of an ALSA device, such as `default`; or `wav:` and a path; or `none`.
///   - leadIn: The silence before the first announcement after a pause, for devices.
///   - tail: The silence after an announcement, for devices.
///   - idle: What to do with a device while nothing is played.
/// - Returns: The output; nothing is opened yet.
/// - Throws: ``AudioError`` if the setting names nothing.
public func makeOutput(
  _ setting: String, leadIn: Duration = Speaker.usualLeadIn, tail: Duration = Speaker.usualTail,
  idle: IdlePolicy = .keepOpen
) throws(AudioError) -> any SoundOutput {
  if setting == "none" { return NoOutput() }
  let path = setting.hasPrefix("wav:") ? String(setting.dropFirst(4)) : nil
  guard !setting.isEmpty, path != "" else {
    throw AudioError(
      step: "choose the audio output “\(setting)”", reason: "it names nothing",
      hint: "name an ALSA device (see aplay -L), or wav:PATH, or none")
  }
  if let path { return WAVOutput(path: path) }
  return Speaker(device: setting, leadIn: leadIn, tail: tail, idle: idle)
}
