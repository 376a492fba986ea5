/// Where announcements go.
public protocol SoundOutput: Sendable {
  /// Plays samples, one announcement at a time; calls wait for their turn.
  ///
  /// - Parameter samples: The samples, as ``Sample`` defines them.
  /// - Throws: ``AudioError``, or `CancellationError` if the rest was dropped.
  func play(_ samples: [Int16]) async throws

  /// Finds out whether playing would work now.
  ///
  /// - Throws: ``AudioError`` that says why not.
  func check() async throws
}

/// Makes the output that a setting names.
///
/// - Parameters:
///   - setting: The name of an ALSA device, such as `default`; or `wav:` and a path; or `none`.
///   - leadIn: The silence before the first announcement after a pause, for devices.
/// - Returns: The output; nothing is opened yet.
/// - Throws: ``AudioError`` if the setting names nothing.
public func makeOutput(
  _ setting: String, leadIn: Duration = Speaker.usualLeadIn
) throws(AudioError) -> any SoundOutput {
  if setting == "none" { return NoOutput() }
  let path = setting.hasPrefix("wav:") ? String(setting.dropFirst(4)) : nil
  guard !setting.isEmpty, path != "" else {
    throw AudioError(
      step: "choose the audio output “\(setting)”", reason: "it names nothing",
      hint: "name an ALSA device (see aplay -L), or wav:PATH, or none")
  }
  if let path { return WAVOutput(path: path) }
  return Speaker(device: setting, leadIn: leadIn)
}
