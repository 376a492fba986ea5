import Buttons
import Interop

/// The events of a watch, for a test to wait for.
struct Observed {
  enum Event: Equatable {
    case watching
    case gone(String)
    case pressed
  }

  private var iterator: AsyncStream<Event>.Iterator

  /// The next event; `nil` once the watch has ended.
  mutating func next() async -> Event? { await iterator.next(isolation: #isolation) }

  /// Watches a button until `body` is done.
  static func watching(
    _ button: Button, _ body: (inout Observed) async throws -> Void
  ) async rethrows {
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    let watch = Task {
      await button.watch { state in
        switch state {
        case .watching: continuation.yield(.watching)
        case .gone(let error): continuation.yield(.gone(error.reason))
        }
      } pressed: {
        continuation.yield(.pressed)
      }
      continuation.finish()
    }
    var observed = Observed(iterator: stream.makeAsyncIterator())
    do {
      try await body(&observed)
    } catch {
      watch.cancel()
      throw error
    }
    watch.cancel()
    await watch.value
  }
}

/// Short waits for tests.
let hasty = Backoff(base: .milliseconds(1), limit: .milliseconds(2))
