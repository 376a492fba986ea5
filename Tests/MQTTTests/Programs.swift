import FoundationEssentials
import Interop
import Testing

/// Runs a program to its end, which must be a good one.
func run(_ program: String, _ arguments: String...) async throws {
  let child = try ChildProcess(program, arguments, errors: .pipe)
  async let errors = child.errors?.readToEnd()
  let ending = await child.wait()
  let words = String(decoding: await errors ?? [], as: UTF8.self)
  try #require(ending == .exited(0), "\(program) \(arguments): \(words)")
}

/// Writes a file.
///
/// - Returns: Its path.
func write(_ text: String, to path: String) throws -> String {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
  return path
}
