import Glibc
import ProgramKit
import Settings
import Voice

/// The manifest and the grammar of a pack, and the line numbers of their parts.
struct PackFiles {
  let folder: String
  let manifest: PackManifest
  let grammar: Grammar
  private let lines: [String: LineIndex]

  /// Reads `pack.json` and `grammar.json`.
  ///
  /// - Parameter folder: The pack's folder.
  /// - Throws: ``Failure`` with code 78 and one line per fault.
  init(folder: String) throws(Failure) {
    self.folder = folder
    var lines: [String: LineIndex] = [:]
    manifest = try Self.read(PackManifest.self, "pack.json", in: folder, &lines)
    grammar = try Self.read(Grammar.self, "grammar.json", in: folder, &lines)
    self.lines = lines
  }

  /// Describes a fault of the pack, with the file's path and line.
  func located(_ fault: PackFault) -> String {
    let line = lines[fault.file]?.line(of: fault.path).map { ":\($0)" } ?? ""
    return "\(folder)/\(fault.file)\(line): \(fault.path): \(fault.problem); \(fault.remedy)"
  }

  /// The pack.
  ///
  /// - Throws: ``Failure`` with code 78 and one line per fault.
  func pack() throws(Failure) -> Pack {
    do {
      return try Pack(manifest: manifest, grammar: grammar)
    } catch {
      throw Failure(.configuration, error.faults.map(located))
    }
  }

  private static func read<Content: Decodable>(
    _ type: Content.Type, _ name: String, in folder: String, _ lines: inout [String: LineIndex]
  ) throws(Failure) -> Content {
    let path = "\(folder)/\(name)"
    let text = try TextFile.text(path)
    do {
      lines[name] = try SettingsDecoder().decode(LineIndex.self, from: text, file: path)
      return try SettingsDecoder().decode(type, from: text, file: path)
    } catch {
      throw Failure(.configuration, error.faults.map(\.description))
    }
  }
}

/// Finds installed packs.
enum PackFolder {
  /// Finds a pack.
  ///
  /// - Parameters:
  ///   - name: A path, if there is a slash in it; otherwise a name among the installed packs.
  ///   - sounds: The folder of the installed packs, if one is configured.
  /// - Returns: The pack's folder.
  /// - Throws: ``Failure`` with code 78 that lists the folders that were searched.
  static func find(_ name: String, sounds: String?) throws(Failure) -> String {
    let candidates =
      name.contains("/") ? [name] : folders(sounds).map { "\($0)/\(name)" }
    for candidate in candidates where access("\(candidate)/pack.json", R_OK) == 0 {
      return candidate
    }
    throw Failure(
      .configuration,
      "no pack '\(name)': there is no pack.json in \(candidates.joined(separator: ", ")); "
        + "name an installed pack or a path")
  }

  private static func folders(_ sounds: String?) -> [String] {
    if let sounds { return [sounds] }
    return ProgramFolder.candidates(source: "Sounds", installed: "Sounds")
  }
}

/// The lines of the parts of a JSON or YAML text, to find the line of a fault from its path.
struct LineIndex: Decodable, Sendable {
  private let members: [String: Located<LineIndex>]
  private let text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let members = try? container.decode([String: Located<LineIndex>].self) {
      self.members = members
      text = nil
    } else if let elements = try? container.decode([Located<LineIndex>].self) {
      members = Dictionary(
        uniqueKeysWithValues: elements.enumerated().map { (String($0.offset), $0.element) })
      text = nil
    } else {
      members = [:]
      text = try? container.decode(String.self)
    }
  }

  /// The text of a top-level scalar.
  func text(of key: String) -> String? { members[key]?.value.text }

  /// The line of the part at a path, or of the innermost part around it.
  ///
  /// - Parameter path: Keys joined by dots; a key may itself contain dots.
  /// - Returns: The line, from 1; `nil` if no part of the path is known.
  func line(of path: some StringProtocol) -> Int? {
    for (key, member) in members where path == key || path.hasPrefix(key + ".") {
      return member.value.line(of: path.dropFirst(key.count + 1)) ?? member.location.line
    }
    return nil
  }
}

/// Lists folders.
enum FolderListing {
  /// The names of all but the hidden files, in order; empty if there is no such folder.
  static func files(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
