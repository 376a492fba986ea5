/// What an order message says to the box: something to announce, an order that is acknowledged, or both.
public struct Reading: Sendable, Equatable {
  /// The order whose repetition ends with this message.
  public var acknowledges: String?
  /// What to announce; without an id if the message has none.
  public var draft: Draft?

  init(acknowledges: String? = nil, draft: Draft? = nil) {
    self.acknowledges = acknowledges
    self.draft = draft
  }
}
