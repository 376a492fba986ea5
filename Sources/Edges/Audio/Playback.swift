/// One announcement on its way through a device.
struct Playback {
  /// Without progress for so long, a device counts as stuck.
  ///
  /// A turn of the loop counts for ``longestTurn`` at most: what is longer was the sleep of the
  /// computer, or others' use of the processor, and says nothing about the device.
  static let patience = Duration.seconds(2)
  /// Far more than the longest wait in one turn.
  static let longestTurn = Duration.milliseconds(100)
  /// So many frames of silence follow the announcement, and more to the end of a period.
  static let tail = Sample.rate / 20
  /// So many of those have to leave before we believe that the announcement has: 30 ms, for
  /// devices whose counting is a little ahead of their sound.
  static let proof = Sample.rate * 3 / 100

  /// So many faults without progress are too many.
  static let mostFaults = 200

  private let pcm: any PCM
  private let time: Time
  private let samples: [Int16]
  private let end: Int
  private var written = 0
  private var played = -1
  private var isPrepared = true
  private var isRunning = false
  private var turn: Duration
  private var stalled = Duration.zero
  private var drainTime: Duration?
  private var faults = 0
  /// How often the device ran out of samples before the end.
  private(set) var underruns = 0

  /// Puts together what the device gets.
  ///
  /// - Parameters:
  ///   - announcement: The samples.
  ///   - leadIn: The frames of silence before them.
  ///   - pcm: The device, prepared for the first write.
  ///   - time: The clock.
  init(_ announcement: [Int16], leadIn: Int, on pcm: any PCM, _ time: Time) {
    self.pcm = pcm
    self.time = time
    end = leadIn + announcement.count
    let whole = (end + Self.tail + pcm.period - 1) / pcm.period * pcm.period
    samples =
      repeatElement(0, count: leadIn) + announcement + repeatElement(0, count: whole - end)
    turn = time.now()
  }

  /// Plays all of it, and leaves the device stopped.
  ///
  /// - Throws: `Refusal` with the reason; `CancellationError`.
  mutating func run() throws {
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
      if !isFinished { try keepTime() }
    }
    pcm.drop()
  }

  /// Gives a stuck device up.
  private mutating func keepTime() throws(Refusal) {
    let now = time.now()
    let spent = min(now - turn, Self.longestTurn)
    turn = now
    stalled += spent
    drainTime = drainTime.map { $0 - spent }
    guard stalled < Self.patience, faults < Self.mostFaults else {
      throw Refusal("no progress for 2 s")
    }
    guard drainTime ?? .zero >= .zero else { throw Refusal("the end is overdue by 2 s") }
  }

  private mutating func step() throws(PCMFault) -> Bool {
    if !isPrepared { try pcm.prepare() }
    isPrepared = true
    if written == samples.count { return try drain() }
    try fill()
    return false
  }

  /// Writes what there is room for; starts once there is no more room or nothing more to write.
  private mutating func fill() throws(PCMFault) {
    let count = try pcm.write(samples[written...])
    written += count
    if !isRunning, count == 0 || written == samples.count {
      try pcm.start()
      isRunning = true
    } else if count == 0 {
      try pcm.wait(milliseconds: 20)
      if try !advance() { time.pause(.milliseconds(5)) }
    }
  }

  /// Waits for the announcement to leave, with a part of its tail.
  ///
  /// This stands for `snd_pcm_drain`, which may wait for ever.
  private mutating func drain() throws(PCMFault) -> Bool {
    try advance()
    let left = end + Self.proof - played
    guard left > 0 else { return true }
    drainTime = drainTime ?? Sample.duration(of: left) + Self.patience
    time.pause(min(max(Sample.duration(of: left), .milliseconds(1)), .milliseconds(20)))
    return false
  }

  /// Asks the device how far it is.
  ///
  /// - Returns: Whether it has come further since the last time.
  @discardableResult private mutating func advance() throws(PCMFault) -> Bool {
    let position = try written - pcm.delay()
    guard position > played else { return false }
    (played, stalled, faults) = (position, .zero, 0)
    return true
  }

  /// Gets the device ready to go on.
  ///
  /// - Returns: Whether all was played already.
  private mutating func mend(_ fault: PCMFault) throws(Refusal) -> Bool {
    faults += 1
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
      if written < end { underruns += 1 }
    }
    return written >= end + Self.proof
  }

  /// Goes back to the first frame that was not played.
  private mutating func rewind() {
    let known = max(0, played)
    written = max(known, written - (pcm.unplayed() ?? written - known))
    (isPrepared, isRunning, drainTime) = (false, false, nil)
  }
}
