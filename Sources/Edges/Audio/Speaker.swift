import Interop

/// A sound device that says one announcement after the other.
///
/// It is opened at the first need and stays open, so that the next announcement starts at once,
/// unless its ``IdlePolicy`` says otherwise. All its calls run, and block, on a queue of its own.
public actor Speaker: SoundOutput {
  /// The silence that wakes amplifiers and sound servers before they would swallow a syllable.
  public static let usualLeadIn = Duration.milliseconds(300)
  /// The silence that devices need behind the last syllable.
  public static let usualTail = Duration.milliseconds(50)
  /// A device that was silent for longer than this needs the whole lead-in again.
  static let wakefulness = Duration.seconds(2)
  /// What is left of the lead-in for a device that is awake.
  ///
  /// PulseAudio on a busy computer swallowed the first 20 ms after a start, now and then.
  static let shortLeadIn = Duration.milliseconds(40)

  let policy: IdlePolicy
  let time: Time
  let gauge: OutputStatus
  var pcm: (any PCM)?
  var stream: SilenceStream?
  /// When the device was opened, or an announcement ended on it.
  var lastUse: Duration?

  private let executor: QueueExecutor
  private let leadIn: Duration
  private let tail: TrailingSilence
  private let open: @Sendable (String) throws(AudioError) -> any PCM
  private var lastSound: Duration?

  /// How the device does; never waits for what is playing.
  public nonisolated var condition: SoundCondition { gauge.condition }

  /// Makes a speaker; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - device: The name of an ALSA device, such as `default` or `hw:0`.
  ///   - leadIn: The silence before an announcement after a pause of more than 2 s, and the least
  ///     silence between two announcements; at most 40 ms of it come before one in between.
  ///   - tail: The silence after an announcement, before the device is stopped.
  ///   - idle: What to do with the device while nothing is played.
  public init(
    device: String, leadIn: Duration = usualLeadIn, tail: Duration = usualTail,
    idle: IdlePolicy = .keepOpen
  ) {
    self.init(
      device: device, leadIn: leadIn, tail: tail, idle: idle, time: .system, open: ALSAPCM.open)
  }

  init(
    device: String, leadIn: Duration, tail: Duration, idle: IdlePolicy, time: Time,
    open: @escaping @Sendable (String) throws(AudioError) -> any PCM
  ) {
    self.leadIn = leadIn
    self.tail = TrailingSilence(tail)
    self.policy = idle
    self.time = time
    self.open = open
    gauge = OutputStatus(device: device)
    executor = QueueExecutor(label: "speaker \(device)")
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Plays a sound, and returns when the last of its samples has left the device.
  ///
  /// An underrun or a night's sleep of the computer is mended on the way: it goes on with the first
  /// frame that was not played. Cancelling drops what is left, within 20 ms. A cut leaves out what
  /// the device was not given yet; what it holds, at most its buffer of 200 ms, is played. A cut
  /// that comes when the device has the last sample changes nothing, and the ending is `whole`.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - promptly: Whether only 40 ms of silence come before it, if the device is awake.
  ///   - controls: What may be changed meanwhile; looked at every 20 ms.
  /// - Returns: Whether every sample has left the device.
  /// - Throws: ``AudioError``, transient: the device cannot be opened, has gone, or made no progress
  ///   for 2 s. It is closed then, and opened anew by the next call. `CancellationError`.
  public func play(
    _ sound: Sound, promptly: Bool, under controls: Controls
  ) async throws -> PlaybackResult {
    try Task.checkCancellation()
    guard controls.wish.cut == nil else { return .cut }
    guard !sound.samples.isEmpty else { return .whole }
    let pcm = try opened()
    var playback = Playback(
      Announcement(sound, leadIn: silence(promptly, on: pcm), gain: controls.wish.gain),
      tail: tail, on: pcm, isStreaming: stream != nil, under: controls, gauge, time)
    gauge.note(.playing)
    do {
      let ending = try playback.run()
      rest()
      return ending
    } catch let refusal as Refusal {
      throw failed("play on device \(condition.device)", refusal)
    } catch {
      stream = nil
      rest()
      throw error
    }
  }

  /// Opens the device if it is not open, or no longer answers.
  ///
  /// - Throws: ``AudioError`` if it cannot be opened; transient if it is missing or busy.
  public func check() async throws { _ = try opened() }

  /// The device, prepared for the first write, or streaming silence if it is to do so.
  func opened() throws(AudioError) -> any PCM {
    if let pcm, isReady(pcm) { return pcm }
    // Not opened yet, or pulled out while nobody played.
    close()
    let opened: any PCM
    do throws(AudioError) {
      opened = try open(condition.device)
    } catch {
      gauge.note(.unavailable(error.reason))
      throw error
    }
    (pcm, lastUse) = (opened, time.now())
    do throws(Refusal) {
      try streamIfWished(on: opened)
    } catch {
      throw failed("open device \(condition.device)", error)
    }
    gauge.note(.idle)
    return opened
  }

  /// Closes the device; the next announcement gets its whole lead-in.
  func close() { (pcm, stream, lastUse, lastSound) = (nil, nil, nil, nil) }

  /// Closes the device because it failed.
  ///
  /// - Returns: The error to throw.
  @discardableResult func failed(_ step: String, _ refusal: Refusal) -> AudioError {
    close()
    gauge.note(.unavailable(refusal.reason))
    return AudioError(step: step, reason: refusal.reason, isTransient: true)
  }

  private func rest() {
    (lastSound, lastUse) = (time.now(), time.now())
    stream?.goOn()
    gauge.note(.idle)
  }

  private func isReady(_ pcm: any PCM) -> Bool {
    if stream == nil, (try? pcm.prepare()) == nil { return false }
    return (try? streamIfWished(on: pcm)) != nil
  }

  /// Lets the silence begin, or go on, if the policy is that.
  func streamIfWished(on pcm: any PCM) throws(Refusal) {
    guard policy == .streamSilence else { return }
    var tended = stream ?? SilenceStream(on: pcm, time)
    try tended.tend()
    stream = tended
  }

  /// The frames of silence before an announcement that comes now, without those on their way.
  private func silence(_ promptly: Bool, on pcm: any PCM) -> Int {
    let wished = Sample.frames(in: silence(promptly))
    guard stream != nil, let queued = try? pcm.queued() else { return wished }
    return max(0, wished - queued)
  }

  private func silence(_ promptly: Bool) -> Duration {
    let (now, short) = (time.now(), min(leadIn, Self.shortLeadIn))
    if let start = stream?.since, start >= lastSound ?? start {
      return max(leadIn - (now - start), short)
    }
    guard let lastSound, stream != nil || now - lastSound <= Self.wakefulness else { return leadIn }
    return promptly ? short : max(leadIn - (now - lastSound), short)
  }
}
