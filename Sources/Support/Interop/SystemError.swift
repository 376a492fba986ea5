import Glibc

/// What the system refused, and while doing what.
public struct SystemError: Error, CustomStringConvertible, Equatable {
  /// The value of `errno`.
  public let code: Int32
  /// What was tried, such as “start espeak-ng”.
  public let step: String

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - code: The value of `errno`.
  ///   - step: What was tried.
  public init(code: Int32, step: String) {
    self.code = code
    self.step = step
  }

  /// The refusal that `errno` tells of at this moment.
  ///
  /// - Parameter step: What was tried.
  /// - Returns: The error to throw.
  public static func last(_ step: String) -> SystemError { SystemError(code: errno, step: step) }

  public var description: String {
    unsafe "cannot \(step): \(String(cString: strerror(code)))"
  }
}
