/// Lends two nodes of ejabberd that are one broker, ready for clients, and kills them afterwards.
///
/// - Parameter body: What to do with them.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the nodes could not be started.
@discardableResult
public func withEjabberd<Result>(
  _ body: (EjabberdCluster) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let cluster = try EjabberdCluster(in: folder)
    do {
      try await cluster.start()
      let result = try await body(cluster)
      await cluster.kill()
      return result
    } catch {
      await cluster.kill()
      throw error
    }
  }
}
