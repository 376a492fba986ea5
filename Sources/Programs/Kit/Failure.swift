/// Why a command ended without doing its work: one line for each fault, and the exit code.
package struct Failure: Error {
  package let code: ExitCode
  package let lines: [String]

  package init(_ code: ExitCode, _ lines: [String]) {
    self.code = code
    self.lines = lines
  }

  package init(_ code: ExitCode, _ line: String) { self.init(code, [line]) }
}
