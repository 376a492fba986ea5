/// A long option of a command.
struct Option: Sendable {
  /// The name after the two hyphens.
  let name: String
  /// What stands for its value in the help; `nil` for an option without one.
  let value: String?
  /// What it does, in a line.
  let help: String

  init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  static let help = Option("help", "show this help and end")
}
