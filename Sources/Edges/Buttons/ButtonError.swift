import Glibc
import Interop

/// The failure to watch a button, and what to do about it.
public struct ButtonError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The step that failed, such as “watch KEY_ENTER of /dev/input/event0”.
  public let step: String
  /// The reason, in words.
  public let reason: String
  /// What the operator can do about it.
  public let hint: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - step: The step that failed.
  ///   - reason: The reason, in words.
  ///   - hint: What the operator can do about it.
  public init(step: String, reason: String, hint: String) {
    self.step = step
    self.reason = reason
    self.hint = hint
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }
}

extension ButtonError {
  /// A failed system call.
  init(_ error: SystemError, _ key: Key, of device: String) {
    let hint =
      switch error.code {
      case ENOENT: "plug it in, or choose one from /dev/input/by-id"
      case EACCES, EPERM: "add the program's user to the group input"
      case ENODEV, EIO: "plug it in again"
      case EMFILE, ENFILE: "raise the limit of open files"
      default: "choose a device from /dev/input/by-id"
      }
    self.init(
      step: "watch \(key.name) of \(device)", reason: unsafe String(cString: strerror(error.code)),
      hint: hint)
  }
}
