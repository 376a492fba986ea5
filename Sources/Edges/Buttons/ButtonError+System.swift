import Glibc
import Interop

extension ButtonError {
  /// A refusal of the system on the way to a button.
  init(_ error: SystemError, _ key: Key, of device: String) {
    let hint =
      switch error.code {
      case ENOENT: "plug it in, or choose one that stands in /dev/input/by-id"
      case EACCES, EPERM: "add the program's user to the group input"
      case ENODEV, EIO: "plug it in again"
      case EMFILE, ENFILE: "let the program open more files"
      default: "choose a device that stands in /dev/input/by-id"
      }
    self.init(
      step: "watch \(key.name) of \(device)", reason: unsafe String(cString: strerror(error.code)),
      hint: hint)
  }
}
