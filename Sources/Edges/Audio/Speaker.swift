import Interop

/// An output that plays announcements on a sound device, one after the other.
///
/// The device is opened when first needed and, unless the ``IdlePolicy`` says otherwise, stays open so
/// that the next announcement starts at once. All calls run, and block, on a queue of their own.
public actor Speaker: SoundOutput {
  /// The silence that wakes amplifiers and sound servers, which would otherwise swallow a syllable.
  public static let defaultLeadIn = Duration.milliseconds(300)
  /// The silence that devices need after the last syllable.
  public static let defaultTrailingSilence = Duration.milliseconds(50)
  /// A device that was silent for longer than this needs the whole lead-in again.
  static let awakePeriod = Duration.seconds(2)
  /// The lead-in for a device that is awake.
  ///
  /// PulseAudio on a busy computer sometimes swallowed the first 20 ms after a start.
  static let shortLeadIn = Duration.milliseconds(40)

  let policy: IdlePolicy
  let clock: PlaybackClock
  let status: OutputStatus
  var pcm: (any PCM)?
  var stream: SilenceStream?
  /// When the device was opened or last finished an announcement.
  var lastUse: Duration?

  private let executor: QueueExecutor
  private let leadIn: Duration
  private let trailingSilence: TrailingSilence
  private let open: @Sendable (String) throws(AudioError) -> any PCM
  private var lastSound: Duration?

  /// The device's condition; does not wait for playback.
  public nonisolated var condition: SoundCondition { status.condition }

  /// Creates a speaker; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - device: The name of an ALSA device, such as `default` or `hw:0`.
  ///   - leadIn: The silence before an announcement after a pause of more than 2 s, and the least
  ///     silence between two announcements; an interrupting one gets at most 40 ms.
  ///   - trailingSilence: The silence after an announcement, before the device is stopped.
  ///   - idle: What to do with the device while nothing is played.
  public init(
    device: String, leadIn: Duration = defaultLeadIn,
    trailingSilence: Duration = defaultTrailingSilence, idle: IdlePolicy = .keepOpen
  ) {
    self.init(
      device: device, leadIn: leadIn, trailingSilence: trailingSilence, idle: idle,
      clock: .system, open: ALSAPCM.open)
  }

  init(
    device: String, leadIn: Duration, trailingSilence: Duration, idle: IdlePolicy,
    clock: PlaybackClock,
    open: @escaping @Sendable (String) throws(AudioError) -> any PCM
  ) {
    self.leadIn = leadIn
    self.trailingSilence = TrailingSilence(trailingSilence)
    self.policy = idle
    self.clock = clock
    self.open = open
    status = OutputStatus(device: device)
    executor = QueueExecutor(label: "speaker \(device)")
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Plays a sound, and returns when its last sample has left the device.
  ///
  /// After an underrun or the computer's sleep it continues with the first frame that was not played.
  /// Cancelling discards the rest within 20 ms. A cut leaves out what is not written yet; the device
  /// still plays its buffer of at most 200 ms. A cut after the last sample was written changes
  /// nothing, and the result is `whole`.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - promptly: Whether only 40 ms of silence precede it if the device is awake.
  ///   - controls: Changes loudness and ends the sound early; read every 20 ms.
  /// - Returns: Whether every sample has left the device.
  /// - Throws: ``AudioError``, transient, if the device cannot be opened, was removed, or made no
  ///   progress for 2 s; it is then closed, and reopened by the next call. `CancellationError`.
  public func play(
    _ sound: Sound, promptly: Bool, under controls: Controls
  ) async throws -> PlaybackResult {
    try Task.checkCancellation()
    guard controls.current.cut == nil else { return .cut }
    guard !sound.samples.isEmpty else { return .whole }
    let pcm = try opened()
    let device = Playback.Device(
      pcm: pcm, isStreaming: stream != nil, trailingSilence: trailingSilence, status: status,
      clock: clock)
    let announcement = Announcement(
      sound, leadIn: silence(promptly, on: pcm), gain: controls.current.gain)
    var playback = Playback(announcement, on: device, under: controls)
    status.set(.playing)
    do {
      let result = try playback.run()
      becomeIdle()
      return result
    } catch let refusal as Refusal {
      throw failed("play on device \(condition.device)", refusal)
    } catch {
      stream = nil
      becomeIdle()
      throw error
    }
  }

  /// Opens the device if it is not open or no longer responds.
  ///
  /// - Throws: ``AudioError`` if it cannot be opened; transient if it is missing or busy.
  public func check() async throws { _ = try opened() }

  /// The device, prepared for the first write, or streaming silence if the policy says so.
  func opened() throws(AudioError) -> any PCM {
    if let pcm, isReady(pcm) { return pcm }
    // Not opened yet, or unplugged while idle.
    close()
    let opened: any PCM
    do throws(AudioError) {
      opened = try open(condition.device)
    } catch {
      status.set(.unavailable(error.reason))
      throw error
    }
    (pcm, lastUse) = (opened, clock.now())
    do throws(Refusal) {
      try streamIfEnabled(on: opened)
    } catch {
      throw failed("open device \(condition.device)", error)
    }
    status.set(.idle)
    return opened
  }

  /// Closes the device; the next announcement gets its whole lead-in.
  func close() { (pcm, stream, lastUse, lastSound) = (nil, nil, nil, nil) }

  /// Closes the device because it failed.
  ///
  /// - Returns: The error to throw.
  @discardableResult func failed(_ step: String, _ refusal: Refusal) -> AudioError {
    close()
    status.set(.unavailable(refusal.reason))
    return AudioError(step: step, reason: refusal.reason, isTransient: true)
  }

  private func becomeIdle() {
    (lastSound, lastUse) = (clock.now(), clock.now())
    stream?.restartWatchdog()
    status.set(.idle)
  }

  private func isReady(_ pcm: any PCM) -> Bool {
    if stream == nil, (try? pcm.prepare()) == nil { return false }
    return (try? streamIfEnabled(on: pcm)) != nil
  }

  /// Starts or continues the silence if the policy says so.
  func streamIfEnabled(on pcm: any PCM) throws(Refusal) {
    guard policy == .streamSilence else { return }
    var refilled = stream ?? SilenceStream(on: pcm, clock)
    try refilled.refill()
    stream = refilled
  }

  /// The frames of silence before an announcement now, without those already queued.
  private func silence(_ promptly: Bool, on pcm: any PCM) -> Int {
    let needed = Sample.frames(in: silence(promptly))
    guard stream != nil, let queued = try? pcm.queued() else { return needed }
    return max(0, needed - queued)
  }

  private func silence(_ promptly: Bool) -> Duration {
    let (now, short) = (clock.now(), min(leadIn, Self.shortLeadIn))
    if let start = stream?.since, start >= lastSound ?? start {
      return max(leadIn - (now - start), short)
    }
    guard let lastSound, stream != nil || now - lastSound <= Self.awakePeriod else { return leadIn }
    return promptly ? short : max(leadIn - (now - lastSound), short)
  }
}
