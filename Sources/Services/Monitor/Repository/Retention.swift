import Interop
import SQL
import Service
import Wire

/// Deletes what is older than it is kept, a little at a time.
struct Pruning: Service {
  let name = "pruning"
  private let context: MonitorContext
  private let executor = BlockingExecutor(label: "pruning")

  init(_ context: MonitorContext) { self.context = context }

  func run() async throws {
    let (repository, settings) = (context.repository, context.settings)
    while true {
      let moment = context.now()
      do {
        let isMore = try await executor.work { _ in
          try repository.prune(
            receiptsBefore: moment - settings.receiptsKept,
            healthBefore: moment - settings.healthKept)
        }
        try await Task.sleep(for: isMore ? .milliseconds(200) : .seconds(600))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        context.log(.warning, "nothing pruned, database unavailable", ["error": "\(error)"])
        try await Task.sleep(for: .seconds(60))
      }
    }
  }
}

extension SQLFleetRepository where Database: ~Copyable {
  /// The most rows of a table that one call takes out: others wait for it.
  private static var portion: Int { 2000 }

  func prune(receiptsBefore receipts: Timestamp, healthBefore health: Timestamp) throws -> Bool {
    try database.transaction { database in
      let before: [SQLValue] = [SQLValue(receipts), SQLValue(Self.portion)]
      var removed = [
        try database.deleteReceipts(before: receipts, limit: Self.portion),
        try database.query(
          """
          DELETE FROM attempts WHERE (store, box, source, id, attempt) IN
            (SELECT store, box, source, id, attempt FROM attempts WHERE opened_at < $1
             ORDER BY opened_at LIMIT $2)
          RETURNING attempt
          """, before
        ).count,
      ]
      for sql: StaticString in [
        """
        DELETE FROM unreadable WHERE n IN
          (SELECT n FROM unreadable WHERE at < $1 ORDER BY at LIMIT $2) RETURNING n
        """,
        """
        DELETE FROM actions WHERE n IN
          (SELECT n FROM actions WHERE at < $1 ORDER BY at LIMIT $2) RETURNING n
        """,
        """
        DELETE FROM alarms WHERE n IN
          (SELECT n FROM alarms WHERE cleared_at < $1 ORDER BY n LIMIT $2) RETURNING n
        """,
        """
        DELETE FROM notices WHERE n IN
          (SELECT n FROM notices WHERE at < $1 ORDER BY at LIMIT $2) RETURNING n
        """,
      ] {
        removed.append(try database.query(sql, before).count)
      }
      removed.append(
        try database.query(
          """
          DELETE FROM healths WHERE (store, box, at) IN
            (SELECT store, box, at FROM healths WHERE at < $1 ORDER BY at LIMIT $2)
          RETURNING at
          """, [SQLValue(health), SQLValue(Self.portion)]
        ).count)
      removed.append(
        try database.query(
          """
          DELETE FROM states WHERE (store, box, at) IN
            (SELECT store, box, at FROM states WHERE at < $1 ORDER BY at LIMIT $2)
          RETURNING at
          """, before
        ).count)
      return removed.contains { $0 >= Self.portion }
    }
  }
}
