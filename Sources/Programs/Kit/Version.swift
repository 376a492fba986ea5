/// The release that both programs belong to; `Deploy/release` rewrites the version here.
package enum Release {
  package static let version = "0.1.0"
}

/// The `version` command of both programs.
package enum VersionCommand: Command {
  package static let words = ["version"]
  package static let summary = "print the program's version"
  package static let usage = ""
  package static let details = ""
  package static let options: [Option] = []

  package static func run(_ arguments: Arguments) async throws(Failure) {
    Console.print("\(arguments.program) \(Release.version)")
  }
}
