import Foundation

/// Files of the source tree that tests read.
enum Files {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file under `Tests/VoiceTests/Cases`.
  static func cases(_ path: String) throws -> String {
    try String(contentsOf: tests.appending(path: "Cases/" + path), encoding: .utf8)
  }

  /// The text of a file under `Sounds`.
  static func sounds(_ path: String) throws -> String {
    try String(contentsOf: tests.appending(path: "../../Sounds/" + path), encoding: .utf8)
  }
}
