import Glibc

/// A program of several commands, as its user sees it.
package struct Program {
  /// Its name on the command line.
  package let name: String
  /// What it is, in a line.
  package let summary: String
  /// Its commands, in the order in which the help lists them.
  package let commands: [any Command.Type]

  /// Describes a program.
  ///
  /// - Parameters:
  ///   - name: Its name on the command line.
  ///   - summary: What it is, in a line.
  ///   - commands: Its commands; one of them is `version`.
  package init(name: String, summary: String, commands: [any Command.Type]) {
    self.name = name
    self.summary = summary
    self.commands = commands
  }

  /// Does what the command line says; ends the process if that fails.
  package func main() async {
    do {
      try await dispatch(Array(CommandLine.arguments.dropFirst()))
    } catch {
      for line in error.lines { Console.complain("\(name): \(line)") }
      exit(error.code.rawValue)
    }
  }

  private func dispatch(_ arguments: [String]) async throws(Failure) {
    guard let first = arguments.first, !["--help", "-h", "help"].contains(first) else {
      Console.print(overview)
      return
    }
    let words = first == "--version" ? ["version"] : arguments
    guard let command = commands.first(where: { words.starts(with: $0.words) }) else {
      let longer = commands.filter { $0.words.first == first }.map { command in
        "'\(command.words.joined(separator: " "))'"
      }
      if !longer.isEmpty {
        throw Failure(.usage, "say \(longer.joined(separator: " or ")); see --help")
      }
      throw Failure(.usage, "unknown command '\(first)'; see --help")
    }
    let parsed = try Arguments(
      words.dropFirst(command.words.count), options: command.options + [.help])
    if parsed["help"] != nil {
      Console.print(command.helpText(of: name))
      return
    }
    try await command.run(parsed)
  }

  private var overview: String {
    let width = (commands.map { $0.words.joined(separator: " ").count }.max() ?? 0) + 4
    let lines = commands.map { command in
      let words = command.words.joined(separator: " ")
      return "  " + words + String(repeating: " ", count: width - words.count) + command.summary
    }
    return """
      usage: \(name) COMMAND [options]

      \(summary)

      \(lines.joined(separator: "\n"))

      \(name) COMMAND --help tells more. Exit codes: 0 done, 64 wrong command line, 65 wrong data,
      66 file missing, 69 something needed is not there, 71 error of the system, 73 cannot write,
      78 wrong configuration or pack.
      """
  }
}
