import CGPIOD
import Glibc

/// The GPIO chips of Linux, driven through libgpiod.
struct GPIODSource: LineSource {
  func request(_ address: LineAddress) throws(LineError) -> any RequestedLine {
    try GPIODLine(address)
  }
}

extension LineError {
  /// The refusal that `errno` tells of at this moment.
  static func last(_ step: String, hint: String) -> LineError {
    let code = errno
    let remedy =
      switch code {
      case EACCES, EPERM: "add the program's user to the group gpio"
      case EBUSY: "let the program that uses it release it, or choose another line"
      case EMFILE, ENFILE: "let the program open more files"
      default: hint
      }
    return unsafe LineError(step: step, reason: String(cString: strerror(code)), hint: remedy)
  }
}
