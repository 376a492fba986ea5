/// Why a message cannot be announced: the field at fault and what is wrong with it.
///
/// It becomes the `reason` of a receipt with the outcome `rejected`, code 6.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The field, as a dotted path in the message or a key of the rule, such as `aps.soundCommand`.
  public let field: String
  /// What is wrong with it.
  public let fault: String

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - field: The field at fault.
  ///   - fault: What is wrong with it.
  public init(_ field: String, _ fault: some CustomStringConvertible) {
    self.field = field
    self.fault = fault.description
  }

  public var description: String { "\(field): \(fault)" }
}
