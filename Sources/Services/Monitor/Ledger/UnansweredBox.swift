import Wire

/// Orders that a box has not answered.
struct UnansweredBox: Sendable, Equatable {
  let box: BoxName
  let count: Int
  let oldest: Timestamp
}
