import Database
import Wire

/// A command in the queue.
struct StoredCommand: Sendable {
  /// Its place in the order of arrival.
  let n: Int64
  let id: String
  let order: String
  let attempt: Int
  let soundCommand: String
  let volume: Int?
  let expiresAt: Timestamp?
  let receivedAt: Timestamp
  let deliveredAt: Timestamp?
  var startedAt: Timestamp?
  /// How often its first sample may have been heard.
  var starts: Int
  /// How often the box ended in the middle of it.
  let crashes: Int
  /// How often the device failed in the middle of it.
  let failures: Int

  /// Reads a row of ``Database/command(_:)``'s columns.
  init(_ row: Row) {
    n = row[0]
    id = row[1]
    order = row[2]
    attempt = row[3]
    soundCommand = row[4]
    volume = row[5]
    expiresAt = Self.moment(row[6])
    receivedAt = Timestamp(milliseconds: row[7])
    deliveredAt = Self.moment(row[8])
    startedAt = Self.moment(row[9])
    starts = row[10]
    crashes = row[11]
    failures = row[12]
  }

  private static func moment(_ milliseconds: Int64?) -> Timestamp? {
    milliseconds.map { Timestamp(milliseconds: $0) }
  }
}
