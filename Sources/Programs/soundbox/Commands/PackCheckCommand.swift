import ProgramKit
import Voice

enum PackCheckCommand: Command {
  static let words = ["pack", "check"]
  static let summary = "prove that a pack can say everything its grammar promises"
  static let usage = "PACK"
  static let details = """
    Lists every fault of PACK, which is an installed pack's name or a path: amounts or numbers that
    need a missing clip, names of the vocabulary without a phrase, clips that are missing, damaged or
    different from the manifest, and differences from script.csv. The proof covers all amounts up to
    each currency's limit, not a sample.
    """
  static let options: [Option] = [
    Option("sounds", value: "FOLDER", "the folder of the installed packs")
  ]

  static func run(_ arguments: Arguments) async throws(Failure) {
    guard let name = arguments.rest.first, arguments.rest.count == 1 else {
      throw Failure(.usage, "name one pack; see --help")
    }
    let folder = try PackFolder.find(name, sounds: arguments["sounds"])
    let faults = PackInspection.faults(in: folder)
    guard faults.isEmpty else { throw Failure(.configuration, faults) }
    Console.print("\(folder): no faults")
  }
}

/// Finds all faults of a pack.
enum PackInspection {
  /// All faults, one line each, with file, line and remedy.
  ///
  /// - Parameter folder: The pack's folder.
  /// - Returns: The faults; empty if the pack can say everything its grammar promises.
  static func faults(in folder: String) -> [String] {
    do {
      let files = try PackFiles(folder: folder)
      let faults = Pack.faults(manifest: files.manifest, grammar: files.grammar)
      guard faults.isEmpty else { return faults.map(files.located) + scriptFaults(files) }
      let pack = try files.pack()
      return clipFaults(pack, folder) + scriptFaults(files)
    } catch {
      return error.lines
    }
  }

  private static func clipFaults(_ pack: Pack, _ folder: String) -> [String] {
    do {
      _ = try PackClips(pack, folder: folder)
      return []
    } catch {
      return error.lines
    }
  }

  /// Compares the clips of the manifest with the recording script.
  private static func scriptFaults(_ files: PackFiles) -> [String] {
    let path = "\(files.folder)/script.csv"
    let script: RecordingScript
    do {
      script = try RecordingScript(csv: try TextFile.text(path))
    } catch let error as PackFaults {
      return error.faults.map { "\(files.folder)/\($0)" }
    } catch let error as Failure {
      return error.lines
    } catch {
      return ["\(path): \(error)"]
    }
    var faults: [String] = []
    for row in script.rows {
      guard let entry = files.manifest.clips[row.id.rawValue] else {
        faults.append("\(path):\(row.line): \(row.id) is not in pack.json; build the pack again")
        continue
      }
      if entry.text != row.text || entry.role != row.role {
        faults.append(
          "\(path):\(row.line): \(row.id) has another text or role in pack.json; build the pack again"
        )
      }
    }
    let known = Set(script.rows.map(\.id.rawValue))
    for id in files.manifest.clips.keys.sorted() where !known.contains(id) {
      faults.append(
        "\(files.folder)/pack.json: clips.\(id) is not in script.csv; add its row, or build again")
    }
    return faults
  }
}
