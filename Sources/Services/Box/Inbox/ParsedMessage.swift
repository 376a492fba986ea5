import Orders
import Wire

/// An arrival that has been read.
struct ParsedMessage: Sendable {
  /// What reading it gave.
  enum Content: Sendable {
    /// Something to announce, an acknowledgement, or both.
    case reading(Reading)
    /// Nothing that could be announced, under the id it has, or that its bytes give it.
    case refused(id: String, Refusal)
  }

  let arrival: Arrival
  let content: Content
}
