import CEvdev
import Glibc
import Interop

import Buttons

/// A kernel uinput keyboard with one key; dropping it unplugs it.
@safe final class VirtualKeyboard: Sendable {
  /// The device's path, once it can be opened.
  let path: String
  private nonisolated(unsafe) let device: OpaquePointer
  private let key: Key

  init(key: Key) throws {
    guard let template = unsafe libevdev_new() else { throw SystemError.last("make a keyboard") }
    defer { unsafe libevdev_free(template) }
    unsafe libevdev_set_name(template, "soundbox test")
    unsafe libevdev_enable_event_type(template, UInt32(EV_KEY))
    unsafe libevdev_enable_event_code(template, UInt32(EV_KEY), UInt32(key.code), nil)
    var made: OpaquePointer?
    let code = unsafe libevdev_uinput_create_from_device(
      template, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &made)
    guard code == 0, let made = unsafe made else {
      throw SystemError(code: -code, step: "make a keyboard")
    }
    unsafe device = made
    self.key = key
    path = unsafe libevdev_uinput_get_devnode(made).map { unsafe String(cString: $0) } ?? ""
  }

  deinit { unsafe libevdev_uinput_destroy(device) }

  /// Sends values of the key, each as a separate event.
  func send(_ values: [Int32]) throws {
    for value in values {
      for (kind, number, value) in [(EV_KEY, Int32(key.code), value), (EV_SYN, SYN_REPORT, 0)] {
        let code = unsafe libevdev_uinput_write_event(
          device, UInt32(kind), UInt32(number), value)
        guard code == 0 else { throw SystemError(code: -code, step: "press a key") }
      }
    }
  }
}
