import ProgramKit

enum PackCheckCommand: Command {
  static let words = ["pack", "check"]
  static let summary = "prove that a pack can say everything its grammar promises"
  static let usage = "PACK"
  static let details = """
    Lists every fault of PACK, the name of an installed pack or a path: amounts or numbers that would
    meet a missing clip, names of the vocabulary without a phrase, clips that are missing, damaged or
    not those of the manifest, and differences from script.csv. The proof covers all amounts up to
    each currency's limit, not a sample.
    """
  static let options: [Option] = [
    Option("sounds", value: "FOLDER", "where the installed packs lie")
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
