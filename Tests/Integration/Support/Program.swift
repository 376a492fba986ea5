import FoundationEssentials
import Interop

/// The program under test, as the build made it.
enum Program {
  /// The repository.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// `soundbox`, which lies beside the test bundle.
  static let path =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/soundbox" } ?? "soundbox"

  /// `soundbox-fleet`, which lies there too.
  static let fleetPath = path + "-fleet"

  /// A pack of the repository.
  static func pack(_ locale: String) -> String { "\(repository)/Sounds/\(locale)" }

  /// What a run of the program gave.
  struct Result {
    let output: String
    let errors: String
    let status: Int32?
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: String..., input: String? = nil, environment: [String: String?] = [:]
  ) async throws -> Result {
    try await run(arguments, input: input, environment: environment)
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], of program: String = path, input: String? = nil,
    environment: [String: String?] = [:]
  ) async throws -> Result {
    let child = try ChildProcess(
      program, arguments, environment: environment, input: input == nil ? .null : .pipe,
      output: .pipe, errors: .pipe)
    async let output = child.output?.readToEnd()
    async let errors = child.errors?.readToEnd()
    if let input { try child.input?.write(Array(input.utf8)) }
    child.closeInput()
    let texts = await (
      String(decoding: output ?? [], as: UTF8.self), String(decoding: errors ?? [], as: UTF8.self)
    )
    var status: Int32?
    if case .exited(let code) = await child.wait() { status = code }
    return Result(output: texts.0, errors: texts.1, status: status)
  }
}
