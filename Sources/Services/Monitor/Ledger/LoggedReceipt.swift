import Wire

/// One receipt, as the log keeps it.
struct LoggedReceipt: Sendable, Equatable {
  let n: Int64
  let receivedAt: Timestamp
  let box: BoxName
  let id: String
  let attempt: Int
  let kind: String
  let seq: Int64
  let session: Int64
  let writtenAt: Timestamp
  let outcome: String?
  let code: Int?
  let mark: String
  let isDuplicate: Bool
}
