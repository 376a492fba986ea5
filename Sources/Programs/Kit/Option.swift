/// A long option of a command.
package struct Option: Sendable {
  /// The name after the two hyphens.
  package let name: String
  /// What stands for its value in the help; `nil` for an option without one.
  package let value: String?
  /// What it does, in a line.
  package let help: String

  package init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  package static let help = Option("help", "show this help and end")
}
