@testable import Audio
import Synchronization

/// A simulated sound device with its own clock, which fails like real ones.
final class FakeDevice: Sendable {
  /// What happens after a number of frames was played.
  enum Fault: Sendable {
    /// It stops and loses its buffer.
    case underrun
    /// It stops; `resume` works after this many tries, or never.
    case sleep(tries: Int?)
    /// It is unplugged.
    case unplug
    /// It accepts and plays nothing more, without an error.
    case hang
    /// It continues a hundred times slower.
    case crawl
    /// The task that plays is cancelled.
    case cancel
    /// It continues, and a function is called.
    case call(@Sendable () -> Void)
  }

  struct State {
    var now = Duration.seconds(1_000)
    var heard: [Int16] = []
    var held: [Int16] = []
    var given: [Int16] = []
    var faults: [(frame: Int, fault: Fault)] = []
    var openErrors: [AudioError] = []
    var opened = 0
    var starts = 0
    var isRunning = false
    var pending: PCMFault?
    var speed = 1.0
    var triesToResume: Int?
    var idleUntil = Duration.zero
    var turns = 0
  }

  static let buffer = 9_600
  private let state = Mutex(State())

  /// The samples that it played, including silence at the ends.
  var heard: [Int16] { state.withLock { $0.heard } }
  /// The samples written to it, including those it lost unplayed.
  var given: [Int16] { state.withLock { $0.given } }
  /// How often it was started.
  var starts: Int { state.withLock { $0.starts } }
  /// How often it was opened.
  var opened: Int { state.withLock { $0.opened } }
  /// Its clock.
  var now: Duration { state.withLock { $0.now } }

  init(_ faults: [(frame: Int, fault: Fault)] = [], openErrors: [AudioError] = []) {
    state.withLock { ($0.faults, $0.openErrors) = (faults, openErrors) }
  }

  /// A speaker that plays on it, idle for as long as ``idle(_:_:)`` says.
  func speaker(
    leadIn: Duration = .milliseconds(300), trailingSilence: Duration = .milliseconds(50),
    idle: IdlePolicy = .keepOpen
  ) -> Speaker {
    let clock = PlaybackClock(
      now: { self.now }, pause: { self.advance($0) },
      sleep: { duration in
        let left = self.state.withLock { $0.idleUntil - $0.now }
        self.advance(min(duration, max(left, .zero)))
        self.state.withLock { $0.turns += 1 }
        if duration >= left { throw CancellationError() }
      })
    return Speaker(
      device: "fake", leadIn: leadIn, trailingSilence: trailingSilence, idle: idle, clock: clock
    ) { _ throws(AudioError) in
      let error = self.state.withLock { state in
        state.openErrors.isEmpty ? nil : state.openErrors.removeFirst()
      }
      if let error { throw error }
      self.state.withLock { ($0.opened, $0.pending, $0.held) = ($0.opened + 1, nil, []) }
      return FakePCM(self)
    }
  }

  /// Lets the speaker be idle for some time.
  ///
  /// - Returns: How many turns it took.
  @discardableResult func idle(_ speaker: Speaker, _ duration: Duration) async -> Int {
    state.withLock { ($0.idleUntil, $0.turns) = ($0.now + duration, 0) }
    await speaker.idle()
    return state.withLock { $0.turns }
  }

  /// Advances time, and plays meanwhile.
  func advance(_ duration: Duration) {
    state.withLock { state in
      state.now += duration
      state.play(Int(Double(Sample.frames(in: duration)) * state.speed))
    }
  }

  /// Unplugs it while nothing is played.
  func unplug() { state.withLock { $0.pending = .failed("No such device") } }

  /// Makes the next attempts to open it fail.
  func failToOpen(_ errors: [AudioError]) { state.withLock { $0.openErrors = errors } }

  func use<Result: Sendable>(
    _ body: (inout sending State) throws(PCMFault) -> Result
  ) throws(PCMFault) -> Result {
    let result = state.withLock { state in
      Swift.Result { () throws(PCMFault) in try body(&state) }
    }
    return try result.get()
  }
}

extension FakeDevice.State {
  /// Plays `count` frames, or as far as the next fault.
  mutating func play(_ count: Int) {
    guard isRunning else { return }
    let next = faults.first
    let reached = next.map { $0.frame <= heard.count + min(count, held.count) } ?? false
    let frames = reached ? max(0, (next?.frame ?? 0) - heard.count) : min(count, held.count)
    heard += held.prefix(frames)
    held.removeFirst(frames)
    if reached {
      fail(faults.removeFirst().fault)
      // A call leaves the device running.
      if isRunning { play(count - frames) }
    } else if frames < count, held.isEmpty {
      (isRunning, pending) = (false, .underrun)
    }
  }

  private mutating func fail(_ fault: FakeDevice.Fault) {
    switch fault {
    case .underrun: (isRunning, pending) = (false, .underrun)
    case .sleep(let tries):
      (isRunning, pending, triesToResume) = (false, .suspended, tries)
      now += .seconds(3_600)
    case .unplug: (isRunning, pending) = (false, .failed("No such device"))
    case .hang: speed = 0
    case .crawl: speed = 0.01
    case .cancel: unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
    case .call(let body): body()
    }
  }
}

/// The fake device, opened.
final class FakePCM: PCM {
  let period = 960
  private let device: FakeDevice

  init(_ device: FakeDevice) { self.device = device }

  func prepare() throws(PCMFault) {
    try device.use { state throws(PCMFault) in
      if case .failed = state.pending { try state.check() }
      (state.held, state.isRunning, state.pending) = ([], false, nil)
    }
  }

  func write(_ samples: ArraySlice<Int16>) throws(PCMFault) -> Int {
    try device.use { state throws(PCMFault) in
      try state.check()
      let count = min(samples.count, FakeDevice.buffer - state.held.count)
      state.held += samples.prefix(count)
      state.given += samples.prefix(count)
      return count
    }
  }

  func start() throws(PCMFault) {
    try device.use { state throws(PCMFault) in
      try state.check()
      state.isRunning = true
      state.starts += 1
      state.play(0)
    }
  }

  func wait(milliseconds: Int) throws(PCMFault) {
    device.advance(.milliseconds(milliseconds))
    try device.use { state throws(PCMFault) in try state.check() }
  }

  func delay() throws(PCMFault) -> Int {
    try device.use { state throws(PCMFault) in
      try state.check()
      return state.held.count
    }
  }

  func queued() throws(PCMFault) -> Int { try delay() }

  func unplayed() -> Int? { try? device.use { $0.held.count } }

  func resume() throws(PCMFault) -> Bool {
    try device.use { state throws(PCMFault) in
      guard let tries = state.triesToResume else { throw .failed("Function not implemented") }
      state.triesToResume = tries - 1
      guard tries <= 1 else { return false }
      (state.isRunning, state.pending) = (true, nil)
      return true
    }
  }

  func drop() {
    try? device.use { ($0.held, $0.isRunning) = ([], false) }
  }
}

extension FakeDevice.State {
  func check() throws(PCMFault) {
    if let pending { throw pending }
  }
}
