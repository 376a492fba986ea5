import Wire

/// A message that could not be read, as it is kept.
struct UnreadableMessage: Sendable, Equatable {
  let at: Timestamp
  let topic: String
  let reason: String
  let payload: [UInt8]
}
