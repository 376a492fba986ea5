import Wire

// What the database keeps of the past, as the page and the exports show it.

/// One receipt, as the log keeps it.
struct LoggedReceipt: Sendable, Equatable {
  let n: Int64
  let receivedAt: Timestamp
  let box: BoxName
  let event: EventID
  let attempt: Int
  let kind: String
  let seq: Int64
  let connectionNumber: Int64
  let writtenAt: Timestamp
  let outcome: String?
  let code: Int?
  let mark: String
  let isDuplicate: Bool
}

/// How many orders had one outcome.
struct OutcomeCount: Sendable, Equatable {
  /// The outcome's name; `nil` for orders that wait for one.
  let name: String?
  let count: Int
  /// Whether one of them failed.
  let isFailure: Bool
}

/// A change of a box's state.
struct StateChange: Sendable, Equatable {
  let at: Timestamp
  let state: BoxState
  let connectionNumber: Int64
}

/// The health of a box at one moment.
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

/// A message that could not be read, as it is kept.
struct UnreadableMessage: Sendable, Equatable {
  let at: Timestamp
  let topic: String
  let reason: String
  let payload: [UInt8]
}

/// One action of an operator.
struct Action: Sendable, Equatable {
  var n: Int64 = 0
  let at: Timestamp
  /// Who, by the name under which access was granted.
  let who: String
  /// From where: an address, or `terminal`.
  let origin: String
  let store: String
  /// Empty for all boxes of the store.
  let box: String
  let verb: String
  let body: String
  var result: String?
  var answeredAt: Timestamp?
}
