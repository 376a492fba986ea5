import Glibc
import Interop

/// A program with several commands.
package struct Program {
  /// Its name on the command line.
  package let name: String
  /// What it is, in a line.
  package let summary: String
  /// Its commands, in the order in which the help lists them.
  package let commands: [any Command.Type]

  private static let helpWords: Set<String> = ["--help", "-h", "help"]

  /// Describes a program.
  ///
  /// - Parameters:
  ///   - name: Its name on the command line.
  ///   - summary: What it is, in a line.
  ///   - commands: Its commands; ``VersionCommand`` is added.
  package init(name: String, summary: String, commands: [any Command.Type]) {
    self.name = name
    self.summary = summary
    self.commands = commands + [VersionCommand.self]
  }

  /// Runs the command that the command line names; exits the process if it fails.
  package func main() async {
    do {
      try await dispatch(Array(CommandLine.arguments.dropFirst()))
    } catch {
      for line in error.lines { Console.printError("\(name): \(line)") }
      exit(error.code.rawValue)
    }
  }

  private func dispatch(_ arguments: [String]) async throws(Failure) {
    var words = arguments
    // `help COMMAND` is `COMMAND --help`.
    if words.first == "help" { words = words.dropFirst() + ["--help"] }
    if words.first == "--version" { words = ["version"] }
    guard let first = words.first, !Self.helpWords.contains(first) else {
      return Console.print(overview)
    }
    guard let command = commands.first(where: { words.starts(with: $0.words) }) else {
      return try helpWithGroup(first, Array(words.dropFirst()))
    }
    let parsed = try Arguments(
      words.dropFirst(command.words.count), options: command.options + [.help], program: name)
    if parsed["help"] != nil || parsed.rest == ["-h"] {
      return Console.print(command.helpText(of: name))
    }
    try await command.run(parsed)
  }

  /// Prints the help of a group of commands, such as `pack`.
  ///
  /// - Throws: ``Failure`` if there is no such group, or if anything but help was wanted.
  private func helpWithGroup(_ group: String, _ rest: [String]) throws(Failure) {
    let members = commands.filter { $0.words.first == group }
    guard !members.isEmpty else {
      throw Failure(.usage, "unknown command '\(group)'; see --help")
    }
    guard let next = rest.first else {
      let names = members.map { $0.words.dropFirst().joined(separator: " ") }
      throw Failure(
        .usage,
        "'\(group)' needs a subcommand: \(names.joined(separator: " or ")); "
          + "see '\(name) \(group) --help'")
    }
    guard Self.helpWords.contains(next) else {
      throw Failure(.usage, "unknown command '\(group) \(next)'; see '\(name) \(group) --help'")
    }
    Console.print(
      """
      usage: \(name) \(group) COMMAND [options]

      \(list(members))

      \(name) \(group) COMMAND --help tells more.
      """)
  }

  /// A line for each command.
  private func list(_ commands: [any Command.Type]) -> String {
    let width = (commands.map { $0.name.count }.max() ?? 0) + 4
    return commands.map { command in
      "  " + command.name + String(repeating: " ", count: width - command.name.count)
        + command.summary
    }.joined(separator: "\n")
  }

  private var overview: String {
    """
    usage: \(name) COMMAND [options]

    \(summary)

    \(list(commands))

    \(name) COMMAND --help tells more. Exit codes: 0 success, 64 wrong command line, 65 wrong data,
    66 input file missing, 69 device or server unavailable, 71 system error, 73 cannot write a file,
    78 wrong configuration or pack.
    """
  }
}

/// Standard output for data, standard error for messages.
package enum Console {
  package static func print(_ text: String) { write(text + "\n", to: 1) }

  package static func printError(_ text: String) { write(text + "\n", to: 2) }

  /// Writes and ignores errors: the reader may have gone.
  private static func write(_ text: String, to number: Int32) {
    try? FileDescriptor.standard(number).write(Array(text.utf8))
  }
}
