import CEvdev

/// A key of an input device, with Linux's code and name.
public struct Key: Sendable, Equatable {
  /// The kernel's code, from 1.
  public let code: UInt16
  /// The kernel's name, such as `KEY_ENTER`; the code in decimal digits for a key without one.
  public let name: String

  /// Looks up a key; `nil` if there is none.
  ///
  /// Corresponds to `libevdev_event_code_from_name`.
  ///
  /// - Parameter name: A name, such as `KEY_ENTER` or `BTN_0`, or a code in decimal digits.
  public init?(_ name: String) {
    let kind = UInt32(EV_KEY)
    let code = unsafe Int32(name) ?? libevdev_event_code_from_name(kind, name)
    guard (1..<KEY_MAX).contains(code) else { return nil }
    self.code = UInt16(code)
    self.name =
      unsafe libevdev_event_code_get_name(kind, UInt32(code)).map { unsafe String(cString: $0) }
      ?? String(code)
  }
}

/// An event of a key.
struct KeyEvent: Sendable, Equatable {
  /// The key's code.
  let code: UInt16
  /// 1 for a press, 0 for a release, 2 for the repetitions while it is held.
  let value: Int32

  /// Whether `key` went down.
  func isPress(of key: Key) -> Bool { code == key.code && value == 1 }
}

/// Opens input devices: libevdev, or a fake in tests.
protocol KeySource: Sendable {
  /// Opens a device that has a key, and discards earlier presses.
  func open(_ device: String, for key: Key) throws(ButtonError) -> any KeyEvents
}

/// The events of one device while it is open, on one thread.
protocol KeyEvents: AnyObject {
  /// Waits for the next event of any key.
  ///
  /// - Returns: The event; `nil` if `stop` was requested instead.
  func next(until stop: StopSignal) throws(ButtonError) -> KeyEvent?
}
