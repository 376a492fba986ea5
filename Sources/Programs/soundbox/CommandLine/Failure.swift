/// Why a command ended without doing its work: one line for each fault, and the exit code.
struct Failure: Error {
  let code: ExitCode
  let lines: [String]

  init(_ code: ExitCode, _ lines: [String]) {
    self.code = code
    self.lines = lines
  }

  init(_ code: ExitCode, _ line: String) { self.init(code, [line]) }
}
