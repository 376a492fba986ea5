import Synchronization
import Wire

extension FleetMonitor {
  /// How a table is written.
  enum Form {
    case csv
    case lines
  }

  /// All receipts after a number, piece by piece: a million of them are never in memory at once.
  func exportReceipts(_ request: PageRequest, as form: Form) -> PageAnswer {
    let start = request["after"].flatMap { Int64($0) } ?? 0
    let last = Mutex<Int64?>(start)
    let repository = repository
    let isFirst = Mutex(form == .csv)
    return answer(form, "receipts") {
      if isFirst.withLock({ first in
        defer { first = false }
        return first
      }) {
        return Self.line(LoggedReceipt.columns)
      }
      guard let after = last.withLock({ $0 }),
        let receipts = try? repository.receipts(after: after, limit: 1000),
        let newest = receipts.last
      else { return nil }
      last.withLock { $0 = receipts.count < 1000 ? nil : newest.n }
      return receipts.flatMap { receipt in
        form == .csv ? Self.line(receipt.fields) : Array((receipt.json.encoded + "\n").utf8)
      }
    }
  }

  /// All boxes.
  func exportBoxes(as form: Form) -> PageAnswer {
    guard case .object(let table) = boxes(), case .array(let rows) = table["rows"] else {
      return .error(500, "the boxes could not be read")
    }
    let columns = Self.boxColumns
    let lines = rows.map { row -> [UInt8] in
      guard case .array(let values) = row else { return [] }
      if form == .csv { return Self.line(values.map(Self.field)) }
      var object = JSONObject()
      for (column, value) in zip(columns, values) { object[column] = value }
      return Array((JSON.object(object).encoded + "\n").utf8)
    }
    let all = (form == .csv ? [Self.line(columns)] : []) + lines
    let rest = Mutex(all[...])
    return answer(form, "boxes") {
      rest.withLock { rest in
        let piece = rest.prefix(500)
        rest = rest.dropFirst(500)
        return piece.isEmpty ? nil : piece.flatMap { $0 }
      }
    }
  }

  private func answer(
    _ form: Form, _ name: String, _ pieces: @escaping @Sendable () -> [UInt8]?
  ) -> PageAnswer {
    var answer = PageAnswer(
      type: form == .csv ? "text/csv; charset=utf-8" : "application/jsonl", .pieces(pieces))
    let ending = form == .csv ? "csv" : "jsonl"
    answer.headers = [("Content-Disposition", "attachment; filename=\"\(name).\(ending)\"")]
    return answer
  }

  private static func field(_ value: JSON) -> String {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .array(let values): values.map(field).joined(separator: " ")
    default: value.text ?? ""
    }
  }

  /// A line of CSV (RFC 4180).
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
    "written_at", "outcome", "code", "mark", "duplicate",
  ]

  fileprivate var fields: [String] {
    [
      String(n), receivedAt.description, box.store.rawValue, box.box.rawValue, id,
      String(attempt), kind, String(seq), String(session), writtenAt.description,
      outcome ?? "", code.map { String($0) } ?? "", mark, isDuplicate ? "true" : "false",
    ]
  }
}
