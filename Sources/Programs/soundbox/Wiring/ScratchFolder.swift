import Glibc
import Interop
import ProgramKit

/// A folder for files that nobody needs afterwards, in `TMPDIR` or `/tmp`.
enum ScratchFolder {
  /// Lends a fresh, empty folder and removes it with the files in it.
  ///
  /// - Parameter body: What to do with the folder's path.
  /// - Returns: What `body` returns.
  /// - Throws: ``Failure`` with code 73 if there can be no such folder, or what `body` throws.
  static func with<Result>(
    _ body: (String) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let parent = ProcessEnvironment.variables["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/soundbox-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(.cannotCreate, "\(SystemError.last("make a folder in \(parent)"))")
    }
    let path = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for file in FolderListing.files(in: path) { unlink("\(path)/\(file)") }
      rmdir(path)
    }
    return try await body(path)
  }
}
