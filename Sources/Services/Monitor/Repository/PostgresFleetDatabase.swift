public import Postgres
import SQL
public import Wire

/// Receipts have one partition for each month, which is dropped whole.
extension Postgres: FleetDatabase {
  public static var migrations: [String] { FleetSchema.postgres }

  /// Adds the partitions of this month and the next.
  public mutating func prepareStorage(at moment: Timestamp) throws -> Timestamp {
    let month = Month(of: moment)
    try queryEach(
      "SELECT add_receipts_month($1, $2, $3)",
      [month, month.next].map { month in
        [.text("receipts_\(month.name)"), SQLValue(month.first), SQLValue(month.next.first)]
      })
    return month.next.first
  }

  /// Drops each month whose last receipt is old enough, and deletes receipts outside of any month.
  public mutating func deleteReceipts(before moment: Timestamp, limit: Int) throws -> Int {
    try query("SELECT drop_receipts_before($1)", [SQLValue(moment)])
    return try query(
      """
      DELETE FROM receipts_rest WHERE n IN
        (SELECT n FROM receipts_rest WHERE received_at < $1 ORDER BY n LIMIT $2)
      RETURNING n
      """, [SQLValue(moment), SQLValue(limit)]
    ).count
  }
}

/// A month in UTC, for which there is one partition.
struct Month: Equatable {
  /// When it begins.
  let first: Timestamp

  /// The month of a moment.
  init(of moment: Timestamp) {
    first = Timestamp("\(moment.description.prefix(7))-01T00:00:00Z") ?? moment
  }

  /// The month after it.
  var next: Month { Month(of: first + .seconds(32 * 86_400)) }

  /// The month as part of a table's name, such as `2026_11`.
  var name: String { first.description.prefix(7).split(separator: "-").joined(separator: "_") }
}
