/// Why a call did not get its answer, and what to do about it.
///
/// It never tells more of the address than its server: paths and queries of webhooks are secrets.
public struct CallError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried, such as “call https://alarms.example:443”.
  public let step: String
  /// What went wrong, in words.
  public let reason: String
  /// The raw code, one of libcurl's `CURLcode`; zero if libcurl said nothing.
  public let code: UInt32
  /// The status that the server answered with, if that is what went wrong.
  public let status: Int?
  /// Whether it may well end by itself; otherwise somebody must do something.
  public let isTransient: Bool
  /// What to do about it.
  public let hint: String

  init(
    step: String, reason: String, code: UInt32 = 0, status: Int? = nil, isTransient: Bool = false,
    hint: String
  ) {
    self.step = step
    self.reason = reason
    self.code = code
    self.status = status
    self.isTransient = isTransient
    self.hint = hint
  }

  public var description: String { "cannot \(step): \(reason); \(hint)" }

  /// The task that called was cancelled.
  static func cancelled(_ step: String) -> CallError {
    CallError(
      step: step, reason: "the call was cancelled", isTransient: true,
      hint: "call again if it is still wanted")
  }

  /// The answer is larger than it may be.
  static func tooLarge(_ step: String, _ what: String, limit: Int) -> CallError {
    CallError(
      step: step, reason: "\(what) is larger than \(limit) bytes",
      hint: "check the address, or allow more")
  }

  /// The server answered with something else than success.
  static func refused(_ step: String, status: Int) -> CallError {
    let hint =
      switch status {
      case 301...308: "give the address to which it redirects"
      case 401, 403: "check the token or the certificate"
      case 404: "check the address"
      default: "look into the server's log"
      }
    return CallError(
      step: step, reason: "it answers \(status)", status: status,
      isTransient: status >= 500 || status == 429, hint: hint)
  }
}
