package import Service

/// The arguments of a command, split into options and the rest (GNU style: `--name value`,
/// `--name=value`, `--` ends the options).
package struct Arguments {
  package private(set) var rest: [String] = []
  private var values: [String: String] = [:]

  /// Splits arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  ///   - options: The options that the command knows.
  /// - Throws: ``Failure`` with code 64 for an unknown option, a missing or a needless value.
  package init(_ arguments: some Sequence<String>, options: [Option]) throws(Failure) {
    var remaining = Array(arguments)[...]
    while let argument = remaining.popFirst() {
      guard argument.hasPrefix("--") else {
        rest.append(argument)
        continue
      }
      if argument == "--" {
        rest += remaining
        return
      }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw Failure(.usage, "unknown option --\(name); see --help")
      }
      guard option.value != nil else {
        if parts.count == 2 { throw Failure(.usage, "--\(name) takes no value") }
        values[name] = ""
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : remaining.popFirst() else {
        throw Failure(.usage, "--\(name) wants a value: --\(name) \(option.value ?? "")")
      }
      values[name] = value
    }
  }

  /// The value of an option; empty for one without a value, `nil` if it was not given.
  package subscript(option: String) -> String? { values[option] }

  /// The value of an option that must be given.
  package func required(_ option: String) throws(Failure) -> String {
    guard let value = values[option] else {
      throw Failure(.usage, "--\(option) is missing; see --help")
    }
    return value
  }

  /// What `--log` says; `info` unless told.
  package func logLevel() throws(Failure) -> Log.Level {
    guard let level = Log.Level(values["log"] ?? "info") else {
      throw Failure(.usage, "--log wants error, warning, notice, info or debug")
    }
    return level
  }
}
