import Interop

/// A sound device that says one announcement after the other.
///
/// It is opened at the first need and stays open, so that the next announcement starts at once. All
/// its calls run, and block, on a queue of its own.
public actor Speaker: SoundOutput {
  /// The silence that wakes amplifiers and sound servers before they would swallow a syllable.
  public static let usualLeadIn = Duration.milliseconds(300)
  /// A device that was silent for longer than this needs the whole lead-in again.
  static let wakefulness = Duration.seconds(2)
  /// What is left of the lead-in for a device that is awake.
  ///
  /// PulseAudio on a busy computer swallowed the first 20 ms after a start, now and then.
  static let shortLeadIn = Duration.milliseconds(40)

  /// The device's name, as ALSA knows it.
  public nonisolated let device: String
  /// How often the device ran out of samples in the middle of an announcement.
  public private(set) var underruns = 0

  private let executor: QueueExecutor
  private let leadIn: Duration
  private let time: Time
  private let open: @Sendable (String) throws(AudioError) -> any PCM
  private var pcm: (any PCM)?
  private var lastSound: Duration?

  /// Makes a speaker; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - device: The name of an ALSA device, such as `default` or `hw:0`.
  ///   - leadIn: The silence before an announcement after a pause of more than 2 s, and the least
  ///     silence between two announcements; at most 40 ms of it come before one in between.
  public init(device: String, leadIn: Duration = usualLeadIn) {
    self.init(device: device, leadIn: leadIn, time: .system, open: ALSAPCM.open)
  }

  init(
    device: String, leadIn: Duration, time: Time,
    open: @escaping @Sendable (String) throws(AudioError) -> any PCM
  ) {
    self.device = device
    self.leadIn = leadIn
    self.time = time
    self.open = open
    executor = QueueExecutor(label: "speaker \(device)")
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// The silence before an announcement that comes now.
  private func silence() -> Duration {
    guard let lastSound else { return leadIn }
    let pause = time.now() - lastSound
    if pause > Self.wakefulness { return leadIn }
    return max(leadIn - pause, min(leadIn, Self.shortLeadIn))
  }

  /// Plays samples, and returns when the last of them has left the device.
  ///
  /// An underrun or a night's sleep of the computer is mended on the way: it goes on with the first
  /// frame that was not played. Cancelling drops what is left, within 20 ms.
  ///
  /// - Parameter samples: The samples, as ``Sample`` defines them.
  /// - Throws: ``AudioError``, transient: the device cannot be opened, has gone, or made no progress
  ///   for 2 s. It is closed then, and opened anew by the next call. `CancellationError`.
  public func play(_ samples: [Int16]) async throws {
    try Task.checkCancellation()
    guard !samples.isEmpty else { return }
    let pcm = try opened()
    var playback = Playback(samples, leadIn: Sample.frames(in: silence()), on: pcm, time)
    defer { underruns += playback.underruns }
    do {
      defer { lastSound = time.now() }
      try playback.run()
    } catch let refusal as Refusal {
      (self.pcm, lastSound) = (nil, nil)
      throw AudioError(
        step: "play on device \(device)", reason: refusal.reason, isTransient: true)
    }
  }

  /// Opens the device if it is not open, or no longer answers.
  ///
  /// - Throws: ``AudioError`` if it cannot be opened; transient if it is missing or busy.
  public func check() async throws { _ = try opened() }

  /// The device, prepared for the first write.
  private func opened() throws(AudioError) -> any PCM {
    if let pcm, (try? pcm.prepare()) != nil { return pcm }
    // Not opened yet, or pulled out while nobody played.
    (pcm, lastSound) = (nil, nil)
    let opened = try open(device)
    pcm = opened
    return opened
  }
}
