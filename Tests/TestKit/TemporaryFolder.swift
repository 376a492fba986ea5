import FoundationEssentials

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
