import Dispatch
import FoundationEssentials
public import Interop

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

extension FileDescriptor {
  /// The lines that arrive, without their ends, as they arrive.
  ///
  /// One thread of its own reads until the stream ends, so that a child never blocks on a full pipe.
  ///
  /// - Parameter arrived: Called on that thread with each complete line, however late it is consumed.
  /// - Returns: The lines.
  public func lines(
    arrived: @escaping @Sendable (String) -> Void = { _ in }
  ) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .unbounded)
    DispatchQueue(label: "lines").async { [self] in
      var rest: [UInt8] = []
      while let bytes = try? read(), !bytes.isEmpty {
        rest += bytes
        let pieces = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for piece in pieces.dropLast() {
          let line = String(decoding: piece, as: UTF8.self)
          arrived(line)
          continuation.yield(line)
        }
        rest = Array(pieces.last ?? [])
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
      continuation.finish()
    }
    return stream
  }
}

/// A library that a test puts in front of a program's own.
enum PreloadedLibrary {
  /// Builds it with the compiler that comes with Swift.
  ///
  /// - Parameters:
  ///   - source: Its text, in C.
  ///   - name: Its name.
  ///   - folder: Where it goes.
  ///   - option: One more option for the compiler.
  /// - Returns: Its path, for `LD_PRELOAD`.
  /// - Throws: ``ProgramFailed`` with what the compiler says.
  static func build(
    _ source: String, named name: String, in folder: String, _ option: String = "-O1"
  ) async throws -> String {
    let text = try write(source, to: "\(folder)/\(name).c")
    let library = "\(folder)/\(name).so"
    try await run(
      "clang", "-shared", "-fPIC", "-Wall", "-Werror", option, "-o", library, text)
    return library
  }
}

/// Lends a fresh, empty folder and removes it with all that is in it.
///
/// - Parameter body: What to do with the folder's absolute path, which does not end in a slash.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the folder could not be made.
public func withTemporaryFolder<Result>(
  _ body: (String) async throws -> Result
) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("soundbox-test-\(UUID().uuidString.prefix(13))").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder)
}
