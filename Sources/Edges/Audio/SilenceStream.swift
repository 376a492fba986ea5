/// Streams silence that keeps a device awake between announcements.
struct SilenceStream {
  /// The silence that the device has queued after each turn, in frames: 100 ms.
  static let reserve = Sample.rate / 10
  /// The time between turns, much shorter than the reserve.
  static let interval = Duration.milliseconds(40)
  /// Enough silence for one write.
  static let silence = [Int16](repeating: 0, count: reserve)

  /// When the device was last started or resumed.
  private(set) var since: Duration
  private let pcm: any PCM
  private let clock: PlaybackClock
  private var isRunning = false
  private var watchdog: Watchdog

  /// Creates a stream for a device that is prepared for the first write; the first turn starts it.
  init(on pcm: any PCM, _ clock: PlaybackClock) {
    self.pcm = pcm
    self.clock = clock
    since = clock.now()
    watchdog = Watchdog(clock)
  }

  /// Refills the reserve, and restarts the device if it stopped.
  ///
  /// - Throws: `Refusal` if the device does not recover, or accepts nothing for 2 s.
  mutating func refill() throws(Refusal) {
    do throws(PCMFault) {
      try writeSilence()
    } catch {
      try recover(from: error)
    }
    try watchdog.check()
  }

  /// Continues after an announcement.
  mutating func restartWatchdog() { watchdog.restart() }

  private mutating func writeSilence() throws(PCMFault) {
    let lack = try Self.reserve - pcm.queued()
    if lack > 0, try pcm.write(Self.silence.prefix(lack)) > 0 { watchdog.noteProgress() }
    if !isRunning {
      try pcm.start()
      (isRunning, since) = (true, clock.now())
    }
  }

  private mutating func recover(from fault: PCMFault) throws(Refusal) {
    if case .failed(let reason) = fault { throw Refusal(reason) }
    if fault == .suspended, let isAwake = try? pcm.resume() {
      if isAwake { since = clock.now() }
      return
    }
    isRunning = false
    do throws(PCMFault) {
      try pcm.prepare()
      try writeSilence()
    } catch {
      throw Refusal(error.reason)
    }
  }
}
