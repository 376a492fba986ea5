import CEvdev
import Glibc
import Interop

/// One open input device.
final class EvdevEvents: KeyEvents {
  private let descriptor: FileDescriptor
  private let device: Owned
  private let path: String
  private let key: Key
  /// Whether events were lost, so that libevdev now reports the differences.
  private var isCatchingUp = false

  /// Opens a device and discards its pending events.
  ///
  /// Corresponds to `libevdev_new_from_fd`.
  init(_ path: String, _ key: Key) throws(ButtonError) {
    let number = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw ButtonError(.last("open \(path)"), key, of: path) }
    descriptor = FileDescriptor(owning: number)
    var opened: OpaquePointer?
    let code = unsafe libevdev_new_from_fd(number, &opened)
    guard code == 0, let opened = unsafe opened else {
      throw ButtonError(
        step: "watch \(key.name) of \(path)", reason: "it is not an input device",
        hint: "choose one from /dev/input/by-id")
    }
    device = unsafe Owned(opened) { unsafe libevdev_free($0) }
    (self.path, self.key) = (path, key)
    guard unsafe libevdev_has_event_code(device.pointer, UInt32(EV_KEY), UInt32(key.code)) == 1
    else {
      let name = unsafe String(cString: libevdev_get_name(device.pointer))
      throw ButtonError(
        step: "watch \(key.name) of \(path)", reason: "“\(name)” has no such key",
        hint: "evtest shows the keys of a device and their names")
    }
    while try pending() != nil {}
  }

  func next(until stop: StopSignal) throws(ButtonError) -> KeyEvent? {
    while !stop.isRequested {
      if let event = try pending() { return event }
      let events = stop.wait(for: descriptor.rawValue)
      if events != 0, events & POLLIN == 0 { throw failure(ENODEV) }
    }
    return nil
  }

  /// The next key event that has arrived already.
  ///
  /// Corresponds to `libevdev_next_event`. After `SYN_DROPPED` it reports how the keys differ from the
  /// last known state: a key that is down now was pressed.
  private func pending() throws(ButtonError) -> KeyEvent? {
    while true {
      var event = input_event()
      let mode = isCatchingUp ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let status = unsafe libevdev_next_event(device.pointer, mode.rawValue, &event)
      switch status {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): break
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): isCatchingUp = true
      case -EAGAIN where isCatchingUp: isCatchingUp = false
      case -EAGAIN: return nil
      case -EINTR: break
      default: throw failure(-status)
      }
      if status >= 0, Int32(event.type) == EV_KEY {
        return KeyEvent(code: event.code, value: event.value)
      }
    }
  }

  private func failure(_ code: Int32) -> ButtonError {
    ButtonError(SystemError(code: code, step: "read \(path)"), key, of: path)
  }
}

/// Opens Linux's input devices through libevdev.
struct EvdevSource: KeySource {
  private static let silenced: Void = soundbox_silence_evdev()

  func open(_ device: String, for key: Key) throws(ButtonError) -> any KeyEvents {
    _ = Self.silenced
    return try EvdevEvents(device, key)
  }
}
