import Wire

/// How a box did at one moment.
struct HealthPoint: Sendable, Equatable {
  let at: Timestamp
  let queue: Int
  let ringing: Int
  let volume: Int
  let audio: String
  let xruns: Int
  let reconnects: Int
  let memory: Int64
  let unpublished: Int
  let clockIsSynced: Bool
}
