import Glibc
import Interop

/// What went wrong with a sound file or a sound device, and what to do about it.
public struct AudioError: Error, CustomStringConvertible, Equatable {
  /// What was tried, such as “open device default”.
  public let step: String
  /// Why it failed, in words.
  public let reason: String
  /// What the operator can do, if there is something.
  public let hint: String?
  /// Whether the same call may succeed later without anybody's change to files or settings.
  ///
  /// So it is with a device that is missing, busy, or was pulled out.
  public let isTransient: Bool

  init(step: String, reason: String, hint: String? = nil, isTransient: Bool = false) {
    self.step = step
    self.reason = reason
    self.hint = hint
    self.isTransient = isTransient
  }

  /// Puts a step and, if the file's content is at fault, a hint to a cause of this module's own.
  init(step: String, cause: any Error, hint: String) {
    switch cause {
    case let cause as SystemError:
      self.init(step: step, reason: unsafe String(cString: strerror(cause.code)))
    case let cause as Refusal:
      self.init(step: step, reason: cause.reason, hint: hint)
    default:
      self.init(step: step, reason: "\(cause)")
    }
  }

  public var description: String {
    "cannot \(step): \(reason)" + (hint.map { "; \($0)" } ?? "")
  }
}
