import ProgramKit
import Studio
import Voice

extension PackSource {
  /// Reads what people wrote and recorded of a pack.
  ///
  /// - Parameters:
  ///   - folder: The pack's folder.
  ///   - recordings: The folder of the recordings, which need not exist.
  /// - Throws: ``Failure`` with a line for each fault.
  init(folder: String, recordings: String) throws(Failure) {
    let files = try PackFiles(folder: folder)
    let script = try Self.script(in: folder)
    self.init(
      manifestText: try TextFile.text("\(folder)/pack.json"), manifest: files.manifest,
      grammar: files.grammar, script: script,
      recordings: try Self.recordings(in: recordings, for: script))
  }

  private static func script(in folder: String) throws(Failure) -> RecordingScript {
    let text = try TextFile.text("\(folder)/script.csv")
    do { return try RecordingScript(csv: text) } catch { throw Failure(error, in: folder) }
  }

  private static func recordings(
    in folder: String, for script: RecordingScript
  ) throws(Failure) -> [ClipID: Recording] {
    let names = FolderListing.files(in: folder)
    let credits = "SOURCES.csv"
    let text = names.contains(credits) ? try TextFile.text("\(folder)/\(credits)") : ""
    do {
      return try RecordingCredits(csv: text).recordings(among: names, in: folder, for: script)
    } catch {
      throw Failure(error, in: folder)
    }
  }
}

extension Failure {
  /// Faults of files in a folder, a line each.
  init(_ faults: PackFaults, in folder: String) {
    self.init(.configuration, faults.faults.map { "\(folder)/\($0)" })
  }
}
