import Wire

/// Orders of a box that ended in one way for one reason.
struct FailedBox: Sendable, Equatable {
  let box: BoxName
  let code: Int
  let reason: String
  let count: Int
}
