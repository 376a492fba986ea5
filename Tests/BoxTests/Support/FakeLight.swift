import Box
import Synchronization

/// Records when it was turned on and off.
final class FakeLight: Light {
  private let changes = Mutex<[Bool]>([])

  var all: [Bool] { changes.withLock { $0 } }
  var isOn: Bool { all.last ?? false }

  func set(_ isOn: Bool) { changes.withLock { $0.append(isOn) } }
}
