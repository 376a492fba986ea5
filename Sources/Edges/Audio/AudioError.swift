import Glibc
import Interop

/// A failure of a sound file or device, and what to do about it.
public struct AudioError: Error, CustomStringConvertible, Equatable {
  /// The step that failed, such as “open device default”.
  public let step: String
  /// The reason, in words.
  public let reason: String
  /// What the operator can do, if anything.
  public let hint: String?
  /// Whether the same call may succeed later without a change to files or settings.
  ///
  /// True for a device that is missing, busy or unplugged.
  public let isTransient: Bool

  init(step: String, reason: String, hint: String? = nil, isTransient: Bool = false) {
    self.step = step
    self.reason = reason
    self.hint = hint
    self.isTransient = isTransient
  }

  /// Adds a step to a cause of this module and, if the content is at fault, a hint.
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

/// A reason without its context; the caller adds the file or device in an ``AudioError``.
struct Refusal: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
