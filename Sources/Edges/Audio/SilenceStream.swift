/// Silence that keeps a device awake between announcements.
struct SilenceStream {
  /// So much silence is in the device's hands after each turn: 100 ms.
  static let reserve = Sample.rate / 10
  /// The time from turn to turn, far less than the reserve lasts.
  static let turn = Duration.milliseconds(40)
  /// Enough silence for one write.
  static let silence = [Int16](repeating: 0, count: reserve)

  /// When the device was last started, or woke.
  private(set) var since: Duration
  private let pcm: any PCM
  private let time: Time
  private var isRunning = false
  private var watchdog: Watchdog

  /// Begins with a device that is prepared for the first write; the first turn starts it.
  init(on pcm: any PCM, _ time: Time) {
    self.pcm = pcm
    self.time = time
    since = time.now()
    watchdog = Watchdog(time)
  }

  /// Fills the reserve up, and gets the device going again if it stopped.
  ///
  /// - Throws: `Refusal` with the reason if it cannot be mended, or takes nothing for 2 s.
  mutating func tend() throws(Refusal) {
    do throws(PCMFault) {
      try feed()
    } catch {
      try mend(error)
    }
    try watchdog.check()
  }

  /// Says that an announcement has come through.
  mutating func goOn() { watchdog.startAgain() }

  private mutating func feed() throws(PCMFault) {
    let lack = try Self.reserve - pcm.queued()
    if lack > 0, try pcm.write(Self.silence.prefix(lack)) > 0 { watchdog.noteProgress() }
    if !isRunning {
      try pcm.start()
      (isRunning, since) = (true, time.now())
    }
  }

  private mutating func mend(_ fault: PCMFault) throws(Refusal) {
    if case .failed(let reason) = fault { throw Refusal(reason) }
    if fault == .suspended, let isAwake = try? pcm.resume() {
      if isAwake { since = time.now() }
      return
    }
    isRunning = false
    do throws(PCMFault) {
      try pcm.prepare()
      try feed()
    } catch {
      throw Refusal(error.reason)
    }
  }
}
