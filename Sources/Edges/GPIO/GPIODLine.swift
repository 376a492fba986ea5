import CGPIOD
import Glibc
import Interop

/// A line requested through libgpiod.
///
/// libgpiod has no state outside its objects, and requires only that one thread at a time uses them,
/// which ``Line`` ensures.
@safe final class GPIODLine: RequestedLine, @unchecked Sendable {
  private static let consumer = "soundbox"

  /// The chip, which owns the line: closing it releases the line.
  private let chip: Owned
  private let line: OpaquePointer
  private let address: LineAddress

  /// Requests a line as an output, initially off.
  ///
  /// Corresponds to `gpiod_line_request_output_flags`.
  init(_ address: LineAddress) throws(LineError) {
    guard let opened = unsafe gpiod_chip_open_lookup(address.chip) else {
      throw .last(
        "open the GPIO chip \(address.chip)", hint: "gpiodetect lists the chips and their labels")
    }
    chip = unsafe Owned(opened) { unsafe gpiod_chip_close($0) }
    let found =
      if let offset = UInt32(address.line) {
        unsafe gpiod_chip_get_line(opened, offset)
      } else {
        unsafe gpiod_chip_find_line(opened, address.line)
      }
    guard let line = unsafe found else {
      throw .last("find \(address)", hint: "gpioinfo lists the lines, their offsets and names")
    }
    unsafe self.line = line
    self.address = address
    let flags = address.isActiveLow ? Int32(GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW) : 0
    guard unsafe gpiod_line_request_output_flags(line, Self.consumer, flags, 0) == 0 else {
      throw .last("request \(address) as an output", hint: "choose a line that can be an output")
    }
  }

  /// Switches the line.
  ///
  /// Corresponds to `gpiod_line_set_value`.
  func set(_ isOn: Bool) throws(LineError) {
    guard unsafe gpiod_line_set_value(line, isOn ? 1 : 0) == 0 else {
      throw .last("set \(address)", hint: "plug the chip in again")
    }
  }
}

/// Requests lines of Linux's GPIO chips through libgpiod.
struct GPIODSource: LineSource {
  func request(_ address: LineAddress) throws(LineError) -> any RequestedLine {
    try GPIODLine(address)
  }
}

extension LineError {
  /// The failure that `errno` describes now.
  static func last(_ step: String, hint: String) -> LineError {
    let code = errno
    let remedy =
      switch code {
      case EACCES, EPERM: "add the program's user to the group gpio"
      case EBUSY: "stop the program that uses it, or choose another line"
      case EMFILE, ENFILE: "raise the limit of open files"
      default: hint
      }
    return unsafe LineError(step: step, reason: String(cString: strerror(code)), hint: remedy)
  }
}
