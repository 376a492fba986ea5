public import Voice

/// The file `SOURCES.csv` beside a pack's recordings: who speaks, and under which licence.
///
/// Its lines are `id,source,licence`, the first one names these columns. What stands between the first
/// and the last comma is the source; quotes around it are taken off.
public struct RecordingCredits: Sendable {
  /// The first line.
  public static let columns = "id,source,licence"

  private struct Credit {
    let source: String
    let licence: String
    let line: Int
  }

  private var credits: [ClipID: Credit] = [:]

  /// Reads the file.
  ///
  /// - Parameter csv: The text of the file; empty if there is none.
  /// - Throws: ``Voice/PackFaults`` with every fault, each with its line.
  public init(csv: String) throws(PackFaults) {
    var faults: [PackFault] = []
    for (index, text) in csv.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated() where !text.allSatisfy(\.isWhitespace)
    {
      if index == 0 {
        if text != Self.columns { faults.append(.credits(1, "the columns differ")) }
        continue
      }
      guard let (id, source, licence) = Self.parts(text) else {
        faults.append(.credits(index + 1, "no clip id, source and licence"))
        continue
      }
      if let first = credits[id] {
        faults.append(.credits(index + 1, "'\(id)' stands on line \(first.line) already"))
      }
      credits[id] = Credit(source: source, licence: licence, line: index + 1)
    }
    guard faults.isEmpty else { throw PackFaults(faults) }
  }

  private static func parts(_ line: Substring) -> (ClipID, String, String)? {
    guard let first = line.firstIndex(of: ","), let last = line.lastIndex(of: ","), first < last,
      let id = ClipID(rawValue: String(line[..<first]))
    else { return nil }
    var source = line[line.index(after: first)..<last]
    if source.count >= 2, source.first == "\"", source.last == "\"" {
      source = source.dropFirst().dropLast()
    }
    let licence = line[line.index(after: last)...]
    guard !source.allSatisfy(\.isWhitespace), !licence.allSatisfy(\.isWhitespace) else {
      return nil
    }
    return (id, String(source), String(licence))
  }

  /// Finds the recordings among the files of a folder.
  ///
  /// - Parameters:
  ///   - files: The names of the files; those that are neither `.wav` nor `.flac` are no recordings.
  ///   - folder: The folder.
  ///   - script: The script whose clips they are.
  /// - Returns: The recordings by their clips.
  /// - Throws: ``Voice/PackFaults`` for a recording of no clip, without credits, or beside another.
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
            file, of: name, "SOURCES.csv does not name it", "add a line \(Self.columns)"))
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
    for ending in [".wav", ".flac"] where file.hasSuffix(ending) {
      return String(file.dropLast(ending.count))
    }
    return nil
  }
}
