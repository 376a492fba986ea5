package import Service

/// The arguments of a command, split into options and the rest (GNU style: `--name value`,
/// `--name=value`, `--` ends the options).
package struct Arguments {
  /// The program's name.
  package let program: String
  package private(set) var rest: [String] = []
  private var values: [String: String] = [:]

  /// Splits arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  ///   - options: The options that the command knows.
  ///   - program: The program's name.
  /// - Throws: ``Failure`` with code 64 for an unknown option, a missing value or a value that the
  ///   option does not take.
  package init(
    _ arguments: some Sequence<String>, options: [Option], program: String
  ) throws(Failure) {
    self.program = program
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
        throw Failure(.usage, "--\(name) needs a value: --\(name) \(option.value ?? "")")
      }
      values[name] = value
    }
  }

  /// The value of an option; empty for a flag, `nil` if the option was not given.
  package subscript(option: String) -> String? { values[option] }

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of a mandatory option.
  package func required(_ option: String) throws(Failure) -> String {
    guard let value = values[option] else {
      throw Failure(.usage, "--\(option) is missing; see --help")
    }
    return value
  }

  /// The log level that `--log` sets; `info` by default.
  package func logLevel() throws(Failure) -> Log.Level {
    guard let level = Log.Level(values["log"] ?? "info") else {
      throw Failure(.usage, "--log must be error, warning, notice, info or debug")
    }
    return level
  }

  /// The value of an option that takes a duration.
  package func duration(_ option: String) throws(Failure) -> Duration? {
    guard let text = values[option] else { return nil }
    guard let duration = DurationText.read(text) else {
      throw Failure(.usage, "--\(option) must be a duration such as 500ms, 30s or 5m")
    }
    return duration
  }

  /// The value of an option that takes a count.
  package func count(_ option: String) throws(Failure) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), (1...1_000_000_000).contains(number) else {
      throw Failure(.usage, "--\(option) must be a whole number from 1")
    }
    return number
  }

  /// The value of an option that takes a positive number.
  package func number(_ option: String) throws(Failure) -> Double? {
    guard let text = values[option] else { return nil }
    guard let number = Double(text), number > 0, number <= 100_000 else {
      throw Failure(.usage, "--\(option) must be a number above 0, such as 1 or 0.5")
    }
    return number
  }
}
