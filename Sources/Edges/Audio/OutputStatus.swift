import Synchronization

/// An output's condition, for readers who don't wait for the output.
final class OutputStatus: Sendable {
  private let state: Mutex<SoundCondition>

  /// The condition at this moment.
  var condition: SoundCondition { state.withLock { $0 } }

  /// Whether the last try failed.
  var isUnavailable: Bool {
    if case .unavailable = condition.state { true } else { false }
  }

  init(device: String) { state = Mutex(SoundCondition(device: device)) }

  func note(_ new: SoundCondition.State) { state.withLock { $0.state = new } }

  func countUnderrun() { state.withLock { $0.underruns += 1 } }
}
