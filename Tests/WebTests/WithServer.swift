import Synchronization
import Web

/// Runs a server during `body`.
func withServer<Result: Sendable>(
  _ settings: WebSettings = WebSettings(),
  log: @escaping @Sendable (String) -> Void = { _ in },
  respond: @escaping @Sendable (WebRequest) async -> WebResponse,
  _ body: @Sendable (WebServer) async throws -> Result
) async throws -> Result {
  let server = try WebServer(settings, log: log, respond: respond)
  return try await withThrowingTaskGroup { group in
    group.addTask { try await server.run() }
    let result = try await body(server)
    group.cancelAll()
    try await group.waitForAll()
    return result
  }
}

/// An event to wait for.
struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func fire() { continuation.yield() }

  func wait() async { for await _ in stream { return } }
}

/// A counter for many threads.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  @discardableResult func add(_ more: Int = 1) -> Int {
    number.withLock { number in
      number += more
      return number
    }
  }
}
