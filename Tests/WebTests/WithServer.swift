import Synchronization
import Web

/// Lends a server that runs, and ends it.
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

/// Something that happens once, and can be waited for.
struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func fire() { continuation.yield() }

  func wait() async { for await _ in stream { return } }
}

/// A number that many threads count up.
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
