import Synchronization
import Wire

/// Exports whole tables as CSV or JSON lines.
struct ExportHandler: Sendable {
  /// How a table is written.
  enum Format: Sendable {
    case csv
    case lines
  }

  private let boxes: BoxHandler
  private let database: PageDatabase

  init(_ boxes: BoxHandler, _ database: PageDatabase) {
    self.boxes = boxes
    self.database = database
  }

  /// All receipts after a number, in pieces: a million of them are never in memory at once.
  func receipts(_ request: PageRequest, as format: Format) -> PageAnswer {
    let cursor = ReceiptCursor(
      after: request["after"].flatMap { Int64($0) } ?? 0, format: format, database: database)
    return answer(format, "receipts") { await cursor.next() }
  }

  /// All boxes.
  func boxes(as format: Format) -> PageAnswer {
    guard case .object(let table) = boxes.all(), case .array(let rows) = table["rows"] else {
      return .error(500, "the boxes could not be read")
    }
    let columns = BoxHandler.columns
    let lines = rows.map { row -> [UInt8] in
      guard case .array(let values) = row else { return [] }
      if format == .csv { return CSV.line(values.map(CSV.field)) }
      var object = JSONObject()
      for (column, value) in zip(columns, values) { object[column] = value }
      return Array((JSON.object(object).encoded + "\n").utf8)
    }
    let rest = Mutex(((format == .csv ? [CSV.line(columns)] : []) + lines)[...])
    return answer(format, "boxes") {
      rest.withLock { rest in
        let piece = rest.prefix(500)
        rest = rest.dropFirst(500)
        return piece.isEmpty ? nil : piece.flatMap { $0 }
      }
    }
  }

  private func answer(
    _ format: Format, _ name: String, _ pieces: @escaping @Sendable () async -> [UInt8]?
  ) -> PageAnswer {
    var answer = PageAnswer(
      type: format == .csv ? "text/csv; charset=utf-8" : "application/jsonl", .pieces(pieces))
    let ending = format == .csv ? "csv" : "jsonl"
    answer.headers = [("Content-Disposition", "attachment; filename=\"\(name).\(ending)\"")]
    return answer
  }
}

/// Reads receipts in the order of their numbers.
private final class ReceiptCursor: Sendable {
  private static let pieceSize = 1000

  private struct Position {
    /// The number of the last receipt that was read; `nil` after the end.
    var last: Int64?
    var isStart = true
  }

  private let position: Mutex<Position>
  private let format: ExportHandler.Format
  private let database: PageDatabase

  init(after number: Int64, format: ExportHandler.Format, database: PageDatabase) {
    position = Mutex(Position(last: number))
    self.format = format
    self.database = database
  }

  /// The next piece; `nil` at the end, or if the database fails.
  func next() async -> [UInt8]? {
    let isStart = position.withLock { position in
      defer { position.isStart = false }
      return position.isStart
    }
    if isStart, format == .csv { return CSV.line(LoggedReceipt.columns) }
    guard let last = position.withLock({ $0.last }),
      let receipts = try? await database.call({
        try $0.receipts(after: last, limit: Self.pieceSize)
      }),
      let newest = receipts.last
    else { return nil }
    position.withLock { $0.last = receipts.count < Self.pieceSize ? nil : newest.n }
    return receipts.flatMap { receipt in
      format == .csv ? CSV.line(receipt.fields) : Array((receipt.json().encoded + "\n").utf8)
    }
  }
}

/// Comma-separated values (RFC 4180).
private enum CSV {
  static func field(_ value: JSON) -> String {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .array(let values): values.map(field).joined(separator: " ")
    default: value.text ?? ""
    }
  }

  /// One line.
  ///
  /// A field that a spreadsheet would take for a formula gets an apostrophe, as OWASP advises: ids come
  /// from outside.
  static func line(_ fields: [String]) -> [UInt8] {
    let quoted = fields.map { field in
      var field = field
      if let first = field.first, "=+-@\t\r".contains(first), Double(field) == nil {
        field = "'" + field
      }
      guard field.contains(where: { ",\"\r\n".contains($0) }) else { return field }
      return "\""
        + field.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }
    return Array((quoted.joined(separator: ",") + "\r\n").utf8)
  }
}

extension LoggedReceipt {
  fileprivate static let columns = [
    "n", "received_at", "store", "box", "id", "attempt", "receipt", "seq", "session",
    "written_at", "outcome", "code", "mark", "duplicate", "source",
  ]

  fileprivate var fields: [String] {
    [
      String(n), receivedAt.description, box.store.rawValue, box.box.rawValue, event.id,
      String(attempt), kind, String(seq), String(connectionNumber), writtenAt.description,
      outcome ?? "", code.map { String($0) } ?? "", mark, isDuplicate ? "true" : "false",
      event.source ?? "",
    ]
  }
}
