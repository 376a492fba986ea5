import CEvdev

/// A key of an input device, as Linux numbers and names them.
public struct Key: Sendable, Equatable {
  /// The kernel's code, from 1.
  public let code: UInt16
  /// The kernel's name, such as `KEY_ENTER`; the code in decimal digits if it has none.
  public let name: String

  /// Finds a key; `nil` if there is none of this name or code.
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
