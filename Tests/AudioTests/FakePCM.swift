@testable import Audio

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
