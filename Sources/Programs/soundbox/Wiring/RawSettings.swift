import ProgramKit
import Settings

/// The settings of a file as they stand in it, even if some of them are wrong.
struct RawSettings {
  private let lines: PathLines?
  private let environment: [String: String]

  init(path: String, environment: [String: String]) {
    lines = (try? TextFile.text(path)).flatMap {
      try? SettingsDecoder().decode(PathLines.self, from: $0, file: path)
    }
    self.environment = environment
  }

  /// The text of a setting at the top of the file, or of the variable that goes before it.
  subscript(key: String) -> String? {
    environment["SOUNDBOX_\(key.uppercased())"] ?? lines?.text(of: key)
  }
}
