import Synchronization

@testable import GPIO

/// A chip with one line, which a test pulls out.
final class FakeChip: LineSource {
  private struct State {
    var isPlugged = true
    /// Which of the requests is the present one; those before it are void.
    var request = 0
    var isRequested = false
    var levels: [Bool] = []
  }

  static let missing = LineError(step: "drive it", reason: "it is not there", hint: "plug it in")

  private let state = Mutex(State())

  /// How often the line was requested.
  var requests: Int { state.withLock { $0.request } }
  /// Whether somebody holds the line.
  var isRequested: Bool { state.withLock { $0.isRequested } }
  /// What the line was set to, in order.
  var levels: [Bool] { state.withLock { $0.levels } }

  func plug(_ isPlugged: Bool) {
    state.withLock { state in
      state.isPlugged = isPlugged
      if !isPlugged { state.isRequested = false }
    }
  }

  func request(_ address: LineAddress) throws(LineError) -> any RequestedLine {
    let number = try state.withLock { state throws(LineError) in
      guard state.isPlugged else { throw Self.missing }
      precondition(!state.isRequested, "a line is requested twice")
      state.isRequested = true
      state.request += 1
      return state.request
    }
    return Held(chip: self, number: number)
  }

  private final class Held: RequestedLine {
    private let chip: FakeChip
    private let number: Int

    init(chip: FakeChip, number: Int) {
      self.chip = chip
      self.number = number
    }

    deinit {
      chip.state.withLock { if $0.request == number { $0.isRequested = false } }
    }

    func set(_ isOn: Bool) throws(LineError) {
      try chip.state.withLock { state throws(LineError) in
        guard state.isRequested, state.request == number else { throw FakeChip.missing }
        state.levels.append(isOn)
      }
    }
  }
}
