import ProgramKit

enum VersionCommand: Command {
  static let words = ["version"]
  static let summary = "print the program's version"
  static let usage = ""
  static let details = ""
  static let options: [Option] = []

  static func run(_ arguments: Arguments) async throws(Failure) {
    Console.print("soundbox-fleet \(Release.version)")
  }
}
