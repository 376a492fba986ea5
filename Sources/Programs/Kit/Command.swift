/// One of the program's commands.
package protocol Command: SendableMetatype {
  /// Its words on the command line, such as `pack build`.
  static var words: [String] { get }
  /// What it does, in a line.
  static var summary: String { get }
  /// What stands behind the words in the help.
  static var usage: String { get }
  /// What else a user should know; empty lines separate paragraphs.
  static var details: String { get }
  /// The options it knows.
  static var options: [Option] { get }

  /// Does its work.
  static func run(_ arguments: Arguments) async throws(Failure)
}

extension Command {
  /// The help of one command.
  ///
  /// - Parameter program: The program's name.
  /// - Returns: The text.
  static func helpText(of program: String) -> String {
    var lines = ["usage: \(program) \(words.joined(separator: " ")) \(usage)", "", summary]
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
