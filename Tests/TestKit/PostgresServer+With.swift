/// Lends a real PostgreSQL with an empty database, ready for clients, and kills it afterwards.
///
/// - Parameter body: What to do with it.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the server could not be started.
@discardableResult
public func withPostgres<Result>(
  _ body: (PostgresServer) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let server = try await PostgresServer(in: folder)
    do {
      try await server.start()
      let result = try await body(server)
      await server.kill()
      return result
    } catch {
      await server.kill()
      throw error
    }
  }
}
