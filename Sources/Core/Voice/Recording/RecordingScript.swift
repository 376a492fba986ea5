/// The file `script.csv` of a voice pack: what there is to record or to synthesize, one row a clip.
public struct RecordingScript: Sendable, Hashable {
  /// The columns, in order, as the first line names them.
  public static let columns = ["id", "text", "say", "role", "cue"]

  /// One clip to record.
  public struct Row: Sendable, Hashable {
    /// The clip's id.
    public let id: ClipID
    /// The words, as a screen shows them.
    public let text: String
    /// What a synthesizer is fed, or ``Tones``.
    public let say: String
    /// What the clip is in an announcement.
    public let role: ClipRole
    /// How a human speaker says it: `open…` at the end if more follows, `…close` if it ends.
    public let cue: String
    /// The line in the file, counted from 1.
    public let line: Int
  }

  /// The rows, in the order of the file.
  public let rows: [Row]

  /// Reads the file.
  ///
  /// - Parameter csv: The text of the file.
  /// - Throws: ``PackFaults`` with every fault, each with its line.
  public init(csv: String) throws(PackFaults) {
    let csv = CSVRecords(csv, file: "script.csv")
    var faults = csv.faults
    if csv.records.first?.fields != Self.columns {
      faults.append(
        .script(1, "the columns differ", "write \(Self.columns.joined(separator: ","))"))
    }
    var rows: [Row] = []
    var lines: [ClipID: Int] = [:]
    for record in csv.records.dropFirst() {
      guard let row = Self.row(record, &faults) else { continue }
      if let first = lines[row.id] {
        faults.append(
          .script(row.line, "'\(row.id)' stands on line \(first) already", "remove one of them"))
      }
      lines[row.id] = row.line
      rows.append(row)
    }
    guard faults.isEmpty else { throw PackFaults(faults) }
    self.rows = rows
  }

  private static func row(_ record: CSVRecords.Record, _ faults: inout [PackFault]) -> Row? {
    let fields = record.fields
    guard fields.count == columns.count else {
      faults.append(
        .script(
          record.line, "\(fields.count) cells, not \(columns.count)", "mind commas and quotes"))
      return nil
    }
    for (column, field) in zip(columns, fields) where field.allSatisfy(\.isWhitespace) {
      faults.append(.script(record.line, "the cell '\(column)' is empty", "fill it in"))
    }
    guard let id = ClipID(rawValue: fields[0]) else {
      faults.append(
        .script(
          record.line, "'\(fields[0])' is no clip id",
          "use lower-case letters and digits joined by . - _"))
      return nil
    }
    guard let role = ClipRole(rawValue: fields[3]) else {
      let roles = ClipRole.allCases.map(\.rawValue).joined(separator: ", ")
      faults.append(.script(record.line, "'\(fields[3])' is no role", "write one of \(roles)"))
      return nil
    }
    if Tones.isMeant(by: fields[2]), Tones(fields[2]) == nil {
      faults.append(
        .script(
          record.line, "'\(fields[2])' is no list of tones", "write tone:880/120 1175/180"))
    }
    return Row(
      id: id, text: fields[1], say: fields[2], role: role, cue: fields[4], line: record.line)
  }
}
