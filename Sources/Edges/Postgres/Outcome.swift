import SQL

/// What one run of a statement came to.
struct Outcome {
  let rows: [Row]
  /// How many rows it inserted, changed, deleted or gave.
  let changes: Int
}
