import ProgramKit

enum RulesCommand: Command {
  static let words = ["rules"]
  static let summary = "list the rule files for public back ends, or print one"
  static let usage = "[NAME]"
  static let details = """
    Prints a line for each installed rule file: the name that a configuration uses, what it reads, and
    where its back end documents its messages. With NAME, prints the file.

    example: soundbox rules stripe
    in a configuration: orders: [{use: stripe, topic: pay/stripe}]
    """
  static let options: [Option] = []

  static func run(_ arguments: Arguments) async throws(Failure) {
    let entries = RuleFiles.all()
    guard let name = arguments.rest.first else {
      let width = entries.map(\.name.utf8.count).max() ?? 0
      for entry in entries {
        let padding = String(repeating: " ", count: width - entry.name.utf8.count)
        Console.print("\(entry.name)\(padding)  \(entry.title)  <\(entry.documentation)>")
      }
      return
    }
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw Failure(
        .noInput, "there are no rules '\(name)'; `soundbox rules` lists those there are")
    }
    Console.print(try TextFile.text(entry.path))
  }
}
