import ProgramKit
import Voice

/// Looks for all that is wrong with a pack.
enum PackInspection {
  /// All faults, a line each, with file, line and remedy.
  ///
  /// - Parameter folder: The pack's folder.
  /// - Returns: The faults; empty if the pack can say all that its grammar promises.
  static func faults(in folder: String) -> [String] {
    do {
      let files = try PackFiles(folder: folder)
      let faults = Pack.faults(manifest: files.manifest, grammar: files.grammar)
      guard faults.isEmpty else { return faults.map(files.located) + scriptFaults(files) }
      let pack = try files.pack()
      return shelfFaults(pack, folder) + scriptFaults(files)
    } catch {
      return error.lines
    }
  }

  private static func shelfFaults(_ pack: Pack, _ folder: String) -> [String] {
    do {
      _ = try ClipCache(pack, folder: folder)
      return []
    } catch {
      return error.lines
    }
  }

  /// Compares the catalogue with the recording script, from which it was built.
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
