enum PackBuildCommand: Command {
  static let words = ["pack", "build"]
  static let summary = "record a pack's clips with a speech synthesizer"
  static let usage = "FOLDER"
  static let details = ""
  static let options: [Option] = []

  static func run(_ arguments: Arguments) async throws(Failure) {
    throw Failure(.unavailable, "not built yet")
  }
}
