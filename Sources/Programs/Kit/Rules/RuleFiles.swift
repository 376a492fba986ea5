import Glibc
import Settings

/// Files of rules for one back end each, which a configuration names with `use`.
package enum RuleFiles {
  /// One installed file.
  package struct Entry: Sendable, Equatable {
    /// The name by which a configuration uses it.
    package let name: String
    /// What it reads.
    package let title: String
    /// Where its back end documents its messages.
    package let documentation: String
    /// The file.
    package let path: String
  }

  /// The folders in which rule files are installed.
  static var folders: [String] {
    ProgramFolder.candidates(source: "Deploy/rules", installed: "rules")
  }

  /// The installed files, by name.
  ///
  /// - Returns: Those that can be read.
  package static func all() -> [Entry] {
    var entries: [String: Entry] = [:]
    for folder in folders {
      for file in names(in: folder) where file.hasSuffix(".yaml") {
        let name = String(file.dropLast(5))
        let path = "\(folder)/\(file)"
        guard entries[name] == nil, let section = try? read(path) else { continue }
        entries[name] = Entry(
          name: name, title: section.title, documentation: section.documentation, path: path)
      }
    }
    return entries.values.sorted { $0.name < $1.name }
  }

  /// Finds a file.
  ///
  /// - Parameters:
  ///   - name: A name among the installed files, or a path if there is a slash in it.
  ///   - file: The file that names it; a relative path is meant from its folder.
  /// - Returns: Its path; `nil` if there is none.
  static func find(_ name: String, from file: String) -> String? {
    let candidates =
      name.contains("/") ? [beside(file, name)] : folders.map { "\($0)/\(name).yaml" }
    return candidates.first { access($0, R_OK) == 0 }
  }

  /// A path as it is meant in a file.
  static func beside(_ file: String, _ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [Substring(path)]).joined(separator: "/")
  }

  /// Reads a file.
  static func read(_ path: String) throws(Failure) -> RuleFileSection {
    let text = try TextFile.text(path)
    do {
      return try SettingsDecoder().decode(RuleFileSection.self, from: text, file: path)
    } catch {
      throw Failure(.configuration, error.faults.map(\.description))
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.sorted()
  }
}
