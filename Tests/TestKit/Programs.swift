import FoundationEssentials
import Interop

/// A program that did not end well.
public struct ProgramFailed: Error, CustomStringConvertible {
  /// What was run, and its last words.
  public let description: String
}

/// Runs a program to its end, which must be a good one.
///
/// - Parameters:
///   - program: A path, or a name that is looked up in `PATH`.
///   - arguments: Its arguments.
/// - Throws: ``ProgramFailed``, or why it could not be started.
public func run(_ program: String, _ arguments: String...) async throws {
  let child = try ChildProcess(program, arguments, errors: .pipe)
  async let errors = child.errors?.readToEnd()
  let ending = await child.wait()
  let words = String(decoding: await errors ?? [], as: UTF8.self)
  guard ending == .exited(0) else {
    throw ProgramFailed(description: "\(program) \(arguments): \(words)")
  }
}

/// Writes a file.
///
/// - Parameters:
///   - text: What to write.
///   - path: Where to.
/// - Returns: The path.
/// - Throws: Why it could not be written.
public func write(_ text: String, to path: String) throws -> String {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
  return path
}
