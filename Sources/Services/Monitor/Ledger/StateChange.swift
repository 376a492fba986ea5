import Wire

/// A change of a box's state.
struct StateChange: Sendable, Equatable {
  let at: Timestamp
  let state: BoxState
  let session: Int64
}
