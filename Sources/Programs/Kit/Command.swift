/// One of the program's commands.
package protocol Command: SendableMetatype {
  /// Its words on the command line, such as `pack build`.
  static var words: [String] { get }
  /// What it does, in a line.
  static var summary: String { get }
  /// The arguments in its usage line.
  static var usage: String { get }
  /// The rest of its help; empty lines separate paragraphs.
  static var details: String { get }
  static var options: [Option] { get }

  static func run(_ arguments: Arguments) async throws(Failure)
}

/// A long option of a command.
package struct Option: Sendable {
  /// The name after the two hyphens.
  package let name: String
  /// The placeholder of its value in the help; `nil` for an option without a value.
  package let value: String?
  /// What it does, in a line.
  package let help: String

  package init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  package static let help = Option("help", "show this help and exit")
}

extension Command {
  /// Its words, separated by spaces.
  static var name: String { words.joined(separator: " ") }

  /// The help of one command.
  ///
  /// - Parameter program: The program's name.
  /// - Returns: The text.
  static func helpText(of program: String) -> String {
    var lines = ["usage: \(program) \(name) \(usage)", "", summary]
    if !details.isEmpty { lines += ["", details] }
    lines += ["", "options:"]
    let width = 24
    for option in options + [.help] {
      let left = "  --\(option.name)\(option.value.map { " \($0)" } ?? "")"
      let gap =
        left.count < width
        ? String(repeating: " ", count: width - left.count)
        : "\n" + String(repeating: " ", count: width)
      lines.append(left + gap + option.help)
    }
    return lines.joined(separator: "\n")
  }
}

/// Why a command failed: one line for each fault, and the exit code.
package struct Failure: Error {
  package let code: ExitCode
  package let lines: [String]

  package init(_ code: ExitCode, _ lines: [String]) {
    self.code = code
    self.lines = lines
  }

  package init(_ code: ExitCode, _ line: String) { self.init(code, [line]) }
}

/// The exit status of a failed command, as in sysexits.h.
package enum ExitCode: Int32 {
  /// The command line is wrong.
  case usage = 64
  /// The input data are wrong.
  case data = 65
  /// An input file is missing.
  case noInput = 66
  /// A device, server or program that is needed is not available.
  case unavailable = 69
  /// A system call failed.
  case system = 71
  /// A file cannot be written.
  case cannotCreate = 73
  /// The configuration, or the pack it names, is wrong.
  case configuration = 78
}
