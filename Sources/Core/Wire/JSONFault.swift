/// Why a text is not the JSON that this project accepts, and where.
public struct JSONFault: Error, Equatable, CustomStringConvertible {
  /// The offset from the start of the text, in bytes.
  public let offset: Int
  /// What is wrong there.
  public let reason: String

  public var description: String { "not JSON at byte \(offset): \(reason)" }
}
