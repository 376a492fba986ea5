public import Voice

/// The file `SOURCES.csv` beside a pack's recordings: the speakers and licences.
///
/// Its lines are `id,source,licence`, the first of which names these columns.
public struct RecordingCredits: Sendable {
  /// The columns in the first line.
  public static let columns = ["id", "source", "licence"]

  private struct Credit {
    let source: String
    let licence: String
    let line: Int
  }

  private var credits: [ClipID: Credit] = [:]

  /// Parses the file.
  ///
  /// - Parameter csv: The text of the file; empty if there is none.
  /// - Throws: ``Voice/PackFaults`` with every fault, each with its line.
  public init(csv: String) throws(PackFaults) {
    let csv = CSVRecords(csv, file: "SOURCES.csv")
    var faults = csv.faults
    if let header = csv.records.first, header.fields != Self.columns {
      faults.append(.credits(header.line, "the columns differ"))
    }
    for record in csv.records.dropFirst() where record.fields != [""] {
      guard let (id, credit) = Self.credit(record) else {
        faults.append(.credits(record.line, "no clip id, source and licence"))
        continue
      }
      if let first = credits[id] {
        faults.append(.credits(record.line, "'\(id)' is on line \(first.line) already"))
      }
      credits[id] = credit
    }
    guard faults.isEmpty else { throw PackFaults(faults) }
  }

  private static func credit(_ record: CSVRecords.Record) -> (ClipID, Credit)? {
    let fields = record.fields
    guard fields.count == columns.count, let id = ClipID(rawValue: fields[0]),
      fields.allSatisfy({ !$0.allSatisfy(\.isWhitespace) })
    else { return nil }
    return (id, Credit(source: fields[1], licence: fields[2], line: record.line))
  }

  /// Finds the recordings among the files of a folder.
  ///
  /// - Parameters:
  ///   - files: The names of the files; only `.wav` and `.flac` are recordings.
  ///   - folder: The folder.
  ///   - script: The script of the clips.
  /// - Returns: The recordings by clip.
  /// - Throws: ``Voice/PackFaults`` for a recording without a clip or credits, or a second recording
  ///   of a clip.
  public func recordings(
    among files: [String], in folder: String, for script: RecordingScript
  ) throws(PackFaults) -> [ClipID: Recording] {
    let known = Set(script.rows.map(\.id))
    var faults: [PackFault] = []
    var recordings: [ClipID: Recording] = [:]
    for file in files.sorted() {
      guard let name = Self.clipName(of: file) else { continue }
      guard let id = ClipID(rawValue: name), known.contains(id) else {
        faults.append(
          .recording(file, of: name, "script.csv has no such clip", "rename or remove it"))
        continue
      }
      guard let credit = credits[id] else {
        faults.append(
          .recording(
            file, of: name, "SOURCES.csv does not name it",
            "add a line \(Self.columns.joined(separator: ","))"))
        continue
      }
      if recordings[id] != nil {
        faults.append(.recording(file, of: name, "there are two recordings of it", "remove one"))
      }
      recordings[id] = Recording(
        path: "\(folder)/\(file)", source: credit.source, licence: credit.licence)
    }
    guard faults.isEmpty else { throw PackFaults(faults) }
    return recordings
  }

  private static func clipName(of file: String) -> String? {
    for suffix in [".wav", ".flac"] where file.hasSuffix(suffix) {
      return String(file.dropLast(suffix.count))
    }
    return nil
  }
}

extension PackFault {
  static func row(_ row: RecordingScript.Row, _ problem: String, _ remedy: String) -> PackFault {
    PackFault(file: "script.csv", path: "line \(row.line)", problem: problem, remedy: remedy)
  }

  static func credits(_ line: Int, _ problem: String) -> PackFault {
    PackFault(
      file: "SOURCES.csv", path: "line \(line)", problem: problem,
      remedy: "write \(RecordingCredits.columns.joined(separator: ","))")
  }

  static func recording(
    _ file: String, of name: String, _ problem: String, _ remedy: String
  ) -> PackFault {
    PackFault(file: file, path: name, problem: problem, remedy: remedy)
  }
}
