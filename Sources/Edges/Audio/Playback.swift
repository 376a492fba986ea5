/// Plays one announcement on a device.
struct Playback {
  /// The queue length below which the next clip's first frame is written, in frames: 60 ms.
  ///
  /// Until then a cut at the end of the previous clip is in time. Long enough to bridge the delays of
  /// a busy computer.
  static let queueBeforeClip = Sample.rate * 6 / 100

  /// The device and how to use it.
  struct Device {
    /// The device, prepared for the first write, or streaming silence.
    let pcm: any PCM
    /// Whether the device streams silence before and after, and is thus never stopped.
    let isStreaming: Bool
    /// The silence after the announcement.
    let trailingSilence: TrailingSilence
    /// Counts the underruns.
    let status: OutputStatus
    let clock: PlaybackClock
  }

  private let device: Device
  private let controls: Controls
  private var announcement: Announcement
  private var written = 0
  private var played = -1
  private var isPrepared = true
  private var isRunning: Bool
  private var watchdog: Watchdog

  /// The frame up to which samples and silence are written before waiting for the end.
  private var limit: Int {
    device.isStreaming
      ? announcement.end : device.trailingSilence.limit(announcement.end, period: pcm.period)
  }

  private var pcm: any PCM { device.pcm }

  init(_ announcement: Announcement, on device: Device, under controls: Controls) {
    self.announcement = announcement
    self.device = device
    self.controls = controls
    isRunning = device.isStreaming
    watchdog = Watchdog(device.clock)
  }

  /// Plays up to the end or a cut, and leaves the device stopped unless it streams silence.
  ///
  /// A cut leaves out what is not written yet; the device still plays its buffer.
  ///
  /// - Returns: Whether every sample has left the device.
  /// - Throws: `Refusal` with the reason; `CancellationError`.
  mutating func run() throws -> PlaybackResult {
    var isFinished = false
    while !isFinished {
      if Task.isCancelled {
        pcm.drop()
        throw CancellationError()
      }
      do throws(PCMFault) {
        isFinished = try step()
      } catch {
        isFinished = try recover(from: error)
      }
      if !isFinished { try watchdog.check() }
    }
    if !device.isStreaming { pcm.drop() }
    return announcement.isWhole ? .whole : .cut
  }

  private mutating func step() throws(PCMFault) -> Bool {
    if !isPrepared { try pcm.prepare() }
    isPrepared = true
    let current = controls.current
    if announcement.hasStrongerCut(current), isRunning { try updatePosition() }
    announcement.apply(current, written: written, played: played)
    if announcement.isEmpty { return true }
    if written >= limit { return try drain() }
    if try !waitBeforeClip() { try fill() }
    return false
  }

  /// Waits before the start of a clip while much of the previous one is still queued.
  ///
  /// - Returns: Whether it waited.
  private mutating func waitBeforeClip() throws(PCMFault) -> Bool {
    guard announcement.isStart(written) else { return false }
    let surplus = try pcm.queued() - max(Self.queueBeforeClip, 3 * pcm.period)
    guard surplus > 0 else { return false }
    if !isRunning { try start() }
    try updatePosition()
    device.clock.pause(min(max(Sample.duration(of: surplus), .milliseconds(5)), .milliseconds(20)))
    return true
  }

  /// Writes as much as there is room for; starts once there is no room or nothing left to write.
  private mutating func fill() throws(PCMFault) {
    let isSound = written < announcement.end
    let count = try pcm.write(
      isSound
        ? announcement.next(written, atMost: pcm.period)
        : SilenceStream.silence.prefix(limit - written))
    written += count
    if !isRunning, count == 0 || written >= limit {
      try start()
    } else if count == 0 {
      try pcm.wait(milliseconds: 15)
      if try !updatePosition() { device.clock.pause(.milliseconds(5)) }
    }
  }

  private mutating func start() throws(PCMFault) {
    try pcm.start()
    isRunning = true
  }

  /// Waits until the announcement and a part of its trailing silence have left the device.
  ///
  /// Replaces `snd_pcm_drain`, which may wait forever.
  private mutating func drain() throws(PCMFault) -> Bool {
    try updatePosition()
    if device.isStreaming { try fillWithSilence() }
    let left = announcement.end + device.trailingSilence.requiredFrames - played
    guard left > 0 else { return true }
    watchdog.expectEnd(after: left)
    device.clock.pause(min(max(Sample.duration(of: left), .milliseconds(1)), .milliseconds(20)))
    return false
  }

  /// Continues with silence after the announcement.
  private mutating func fillWithSilence() throws(PCMFault) {
    let lack = try SilenceStream.reserve - pcm.queued()
    if lack > 0 { written += try pcm.write(SilenceStream.silence.prefix(lack)) }
    if !isRunning { try start() }
  }

  /// Reads the device's position.
  ///
  /// - Returns: Whether it has advanced.
  @discardableResult private mutating func updatePosition() throws(PCMFault) -> Bool {
    let position = try written - pcm.delay()
    guard position > played else { return false }
    played = position
    watchdog.noteProgress()
    return true
  }

  /// Prepares the device to continue after a fault.
  ///
  /// - Returns: Whether everything was played already.
  private mutating func recover(from fault: PCMFault) throws(Refusal) -> Bool {
    watchdog.noteFault()
    switch fault {
    case .failed(let reason):
      throw Refusal(reason)
    case .suspended:
      if let resumed = try? pcm.resume() {
        if !resumed { device.clock.pause(.milliseconds(20)) }
        return false
      }
      rewind()
    case .underrun:
      rewind()
      if written < announcement.end { device.status.countUnderrun() }
    }
    return written >= announcement.end + device.trailingSilence.requiredFrames
  }

  /// Goes back to the first frame that was not played.
  private mutating func rewind() {
    let known = max(0, played)
    written = max(known, written - (pcm.unplayed() ?? written - known))
    (isPrepared, isRunning) = (false, false)
  }
}

/// The silence after an announcement, without which devices swallow the last samples.
struct TrailingSilence {
  /// The least that must leave, for devices whose count is slightly ahead of their sound: 30 ms.
  private static let minimumRequired = Sample.rate * 3 / 100
  /// The part that need not leave, so that an underrun during it does not matter: 20 ms.
  private static let spare = Sample.rate / 50

  /// The least number of frames.
  private let frames: Int
  /// The frames that must leave the device before the announcement counts as played: 30 ms of 50.
  let requiredFrames: Int

  init(_ duration: Duration) {
    frames = Sample.frames(in: duration)
    requiredFrames = min(frames, max(Self.minimumRequired, frames - Self.spare))
  }

  /// The end of the silence after an announcement that ends at `end`, rounded up to a period.
  func limit(_ end: Int, period: Int) -> Int { (end + frames + period - 1) / period * period }
}
