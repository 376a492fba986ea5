import ProgramKit
import Settings
import Voice

/// The files of a pack, read: the manifest, the grammar, and all that is wrong with them.
struct PackFiles {
  let folder: String
  let manifest: PackManifest
  let grammar: Grammar
  private let lines: [String: PathLines]

  /// Reads `pack.json` and `grammar.json`.
  ///
  /// - Parameter folder: The pack's folder.
  /// - Throws: ``Failure`` with code 78 and a line for each fault.
  init(folder: String) throws(Failure) {
    self.folder = folder
    var lines: [String: PathLines] = [:]
    manifest = try Self.read(PackManifest.self, "pack.json", in: folder, &lines)
    grammar = try Self.read(Grammar.self, "grammar.json", in: folder, &lines)
    self.lines = lines
  }

  /// A fault of the pack with the file's path and the line.
  func located(_ fault: PackFault) -> String {
    let line = lines[fault.file]?.line(of: fault.path).map { ":\($0)" } ?? ""
    return "\(folder)/\(fault.file)\(line): \(fault.path): \(fault.problem); \(fault.remedy)"
  }

  /// The pack.
  ///
  /// - Throws: ``Failure`` with code 78 and a line for each fault.
  func pack() throws(Failure) -> Pack {
    do {
      return try Pack(manifest: manifest, grammar: grammar)
    } catch {
      throw Failure(.configuration, error.faults.map(located))
    }
  }

  private static func read<Content: Decodable>(
    _ type: Content.Type, _ name: String, in folder: String, _ lines: inout [String: PathLines]
  ) throws(Failure) -> Content {
    let path = "\(folder)/\(name)"
    let text = try TextFile.text(path)
    do {
      lines[name] = try SettingsDecoder().decode(PathLines.self, from: text, file: path)
      return try SettingsDecoder().decode(type, from: text, file: path)
    } catch {
      throw Failure(.configuration, error.faults.map(\.description))
    }
  }
}
