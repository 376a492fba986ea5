import Glibc
import Interop
import Synchronization

@testable import Buttons

/// A device that a test plugs in, presses and unplugs.
final class FakeDevice: KeySource {
  private struct State {
    var isPlugged = true
    var events: [KeyEvent] = []
    var opened = 0
  }

  static let missing = ButtonError(step: "watch it", reason: "it is not there", hint: "plug it in")

  private let state = Mutex(State())
  private let news: Wakeup

  init() throws { news = try Wakeup() }

  /// How often it was opened.
  var opened: Int { state.withLock { $0.opened } }

  func plug(_ isPlugged: Bool) {
    state.withLock { $0.isPlugged = isPlugged }
    news.signal()
  }

  func send(_ events: [KeyEvent]) {
    state.withLock { $0.events += events }
    news.signal()
  }

  func open(_ device: String, for key: Key) throws(ButtonError) -> any KeyEvents {
    try state.withLock { state throws(ButtonError) in
      guard state.isPlugged else { throw Self.missing }
      state.opened += 1
      state.events = []
    }
    return Events(device: self)
  }

  private final class Events: KeyEvents {
    private let device: FakeDevice

    init(device: FakeDevice) { self.device = device }

    func next(until stop: StopSignal) throws(ButtonError) -> KeyEvent? {
      while !stop.isRequested {
        device.news.clear()
        let event = try device.state.withLock { state throws(ButtonError) -> KeyEvent? in
          guard state.isPlugged else { throw FakeDevice.missing }
          return state.events.isEmpty ? nil : state.events.removeFirst()
        }
        if let event { return event }
        _ = stop.wait(for: device.news.rawValue)
      }
      return nil
    }
  }
}
