import Glibc

/// The program that runs on the speaker, and its tools.
@main
enum Soundbox {
  static let version = "0.1.0"

  private static let commands: [any Command.Type] = [
    RunCommand.self, SayCommand.self, TranslateCommand.self, RequestCommand.self,
    CheckCommand.self, PackBuildCommand.self, PackCheckCommand.self, VersionCommand.self,
  ]

  static func main() async {
    do {
      try await dispatch(Array(CommandLine.arguments.dropFirst()))
    } catch {
      for line in error.lines { Console.complain("soundbox: \(line)") }
      exit(error.code.rawValue)
    }
  }

  private static func dispatch(_ arguments: [String]) async throws(Failure) {
    guard let first = arguments.first, !["--help", "-h", "help"].contains(first) else {
      Console.print(overview)
      return
    }
    if first == "--version" { return try await VersionCommand.run(Arguments([], options: [])) }
    guard let command = commands.first(where: { arguments.starts(with: $0.words) }) else {
      if first == "pack" { throw Failure(.usage, "say 'pack build' or 'pack check'; see --help") }
      throw Failure(.usage, "unknown command '\(first)'; see --help")
    }
    let parsed = try Arguments(
      arguments.dropFirst(command.words.count), options: command.options + [.help])
    if parsed["help"] != nil {
      Console.print(command.helpText)
      return
    }
    try await command.run(parsed)
  }

  private static var overview: String {
    let width = (commands.map { $0.words.joined(separator: " ").count }.max() ?? 0) + 4
    let lines = commands.map { command in
      let words = command.words.joined(separator: " ")
      return "  " + words + String(repeating: " ", count: width - words.count) + command.summary
    }
    return """
      usage: soundbox COMMAND [options]

      A shop's counter-top speaker: says every order and every payment once, and proves it.

      \(lines.joined(separator: "\n"))

      soundbox COMMAND --help tells more. Exit codes: 0 done, 64 wrong command line, 65 wrong data,
      66 file missing, 69 something needed is not there, 71 error of the system, 73 cannot write,
      78 wrong configuration or pack.
      """
  }
}
