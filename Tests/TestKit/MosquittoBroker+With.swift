/// Lends a real mosquitto, ready for clients, and kills it afterwards.
///
/// - Parameters:
///   - port: The port to listen on; `nil` looks for one.
///   - configuration: Lines to append to the configuration; its own `allow_anonymous` replaces the
///     default one. Paths in it are absolute.
///   - body: What to do with it.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the broker could not be started.
@discardableResult
public func withBroker<Result>(
  port: UInt16? = nil, configuration: String = "",
  body: (MosquittoBroker) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let broker = try MosquittoBroker(in: folder, port: port, configuration: configuration)
    do {
      try await broker.start()
      let result = try await body(broker)
      await broker.kill()
      return result
    } catch {
      await broker.kill()
      throw error
    }
  }
}
