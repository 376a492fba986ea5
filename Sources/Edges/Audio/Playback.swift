/// One announcement on its way through a device.
struct Playback {
  /// So little has to be queued before a clip's first frame is written: 60 ms.
  ///
  /// A cut at the end of the clip before it comes in time until then. It has to last over the pauses of a busy
  /// computer.
  static let ahead = Sample.rate * 6 / 100

  let pcm: any PCM
  let time: Time
  /// Whether silence came before and goes on behind, so that the device is never stopped.
  let isStreaming: Bool
  private let controls: Controls
  private let gauge: OutputStatus
  private let tail: TrailingSilence
  private var announcement: Announcement
  private var written = 0
  private var played = -1
  private var isPrepared = true
  private var isRunning: Bool
  private var watchdog: Watchdog

  /// The frame to which samples, or silence, are written before we wait for the end.
  private var limit: Int {
    isStreaming ? announcement.end : tail.limit(announcement.end, period: pcm.period)
  }

  /// Puts together what the device gets.
  ///
  /// - Parameters:
  ///   - announcement: The samples.
  ///   - tail: The silence behind them.
  ///   - pcm: The device, prepared for the first write, or streaming silence.
  ///   - isStreaming: Whether the device is streaming silence, and shall do so afterwards.
  ///   - controls: What may be changed meanwhile.
  ///   - gauge: Counts the underruns before the end.
  ///   - time: The clock.
  init(
    _ announcement: Announcement, tail: TrailingSilence, on pcm: any PCM, isStreaming: Bool,
    under controls: Controls, _ gauge: OutputStatus, _ time: Time
  ) {
    self.announcement = announcement
    self.tail = tail
    self.pcm = pcm
    self.isStreaming = isStreaming
    self.controls = controls
    self.gauge = gauge
    self.time = time
    isRunning = isStreaming
    watchdog = Watchdog(time)
  }

  /// Plays it up to its end or a cut, and leaves the device stopped unless it is streaming.
  ///
  /// A cut leaves out what is not written yet; what the device holds, at most its buffer, is played.
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
        isFinished = try mend(error)
      }
      if !isFinished { try watchdog.check() }
    }
    if !isStreaming { pcm.drop() }
    return announcement.isWhole ? .whole : .cut
  }

  private mutating func step() throws(PCMFault) -> Bool {
    if !isPrepared { try pcm.prepare() }
    isPrepared = true
    let wish = controls.wish
    if announcement.isNews(wish), isRunning { try advance() }
    announcement.follow(wish, written: written, heard: played)
    if announcement.isNothing { return true }
    if written >= limit { return try drain() }
    if try !hold() { try fill() }
    return false
  }

  /// Waits before a clip begins while much of what is before it is still queued.
  ///
  /// - Returns: Whether it waited.
  private mutating func hold() throws(PCMFault) -> Bool {
    guard announcement.isStart(written) else { return false }
    let surplus = try pcm.queued() - max(Self.ahead, 3 * pcm.period)
    guard surplus > 0 else { return false }
    if !isRunning { try start() }
    try advance()
    time.pause(min(max(Sample.duration(of: surplus), .milliseconds(5)), .milliseconds(20)))
    return true
  }

  /// Writes what there is room for; starts once there is no more room or nothing more to write.
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
      if try !advance() { time.pause(.milliseconds(5)) }
    }
  }

  private mutating func start() throws(PCMFault) {
    try pcm.start()
    isRunning = true
  }

  /// Waits for the announcement to leave, with a part of its tail.
  ///
  /// This stands for `snd_pcm_drain`, which may wait for ever.
  private mutating func drain() throws(PCMFault) -> Bool {
    try advance()
    if isStreaming { try fillUp() }
    let left = announcement.end + tail.proof - played
    guard left > 0 else { return true }
    watchdog.expectEnd(after: left)
    time.pause(min(max(Sample.duration(of: left), .milliseconds(1)), .milliseconds(20)))
    return false
  }

  /// Lets silence go on behind the announcement.
  private mutating func fillUp() throws(PCMFault) {
    let lack = try SilenceStream.reserve - pcm.queued()
    if lack > 0 { written += try pcm.write(SilenceStream.silence.prefix(lack)) }
    if !isRunning { try start() }
  }

  /// Asks the device how far it is.
  ///
  /// - Returns: Whether it has come further since the last time.
  @discardableResult private mutating func advance() throws(PCMFault) -> Bool {
    let position = try written - pcm.delay()
    guard position > played else { return false }
    played = position
    watchdog.noteProgress()
    return true
  }

  /// Gets the device ready to go on.
  ///
  /// - Returns: Whether all was played already.
  private mutating func mend(_ fault: PCMFault) throws(Refusal) -> Bool {
    watchdog.noteFault()
    switch fault {
    case .failed(let reason):
      throw Refusal(reason)
    case .suspended:
      if let resumed = try? pcm.resume() {
        if !resumed { time.pause(.milliseconds(20)) }
        return false
      }
      rewind()
    case .underrun:
      rewind()
      if written < announcement.end { gauge.countUnderrun() }
    }
    return written >= announcement.end + tail.proof
  }

  /// Goes back to the first frame that was not played.
  private mutating func rewind() {
    let known = max(0, played)
    written = max(known, written - (pcm.unplayed() ?? written - known))
    (isPrepared, isRunning) = (false, false)
  }
}
