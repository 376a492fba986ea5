import Glibc

/// A failed system call and the step that it belonged to.
public struct SystemError: Error, CustomStringConvertible, Equatable {
  /// The value of `errno`.
  public let code: Int32
  /// The step that failed, such as “start espeak-ng”.
  public let step: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - code: The value of `errno`.
  ///   - step: The step that failed.
  public init(code: Int32, step: String) {
    self.code = code
    self.step = step
  }

  /// The failure that `errno` describes now.
  ///
  /// - Parameter step: The step that failed.
  /// - Returns: The error to throw.
  public static func last(_ step: String) -> SystemError { SystemError(code: errno, step: step) }

  public var description: String {
    unsafe "cannot \(step): \(String(cString: strerror(code)))"
  }
}
