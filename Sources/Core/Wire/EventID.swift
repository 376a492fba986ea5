/// What tells business events apart: an id, and the id space it is taken from.
///
/// Two back ends may both count from 1; a rule that names its `source` keeps them apart (protocol,
/// section “Voice command”).
public struct EventID: Sendable, Hashable {
  /// The id space; `nil` for the one that all share who name none.
  public let source: String?
  /// The id.
  public let id: String

  /// Names an event.
  ///
  /// - Parameters:
  ///   - source: The id space; `nil` for the one that all share who name none.
  ///   - id: The id.
  public init(source: String? = nil, id: String) {
    self.source = source
    self.id = id
  }
}
