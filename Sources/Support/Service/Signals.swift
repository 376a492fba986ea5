import Dispatch
import Glibc

/// Signals that ask the daemon to shut down, as an awaitable value.
public final class Signals: Sendable {
  private let arrivals: AsyncStream<Int32>
  // Dispatch sources may be cancelled from any thread, and nothing else is done after `init`.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Begins to listen for SIGTERM and SIGINT, which no longer end the process from then on.
  public convenience init() { self.init([SIGTERM, SIGINT]) }

  /// Begins to listen.
  ///
  /// Also ignores SIGPIPE: writing to a closed pipe or connection becomes an ordinary error.
  ///
  /// - Parameter signals: The signals' numbers.
  public init(_ signals: [Int32]) {
    let (arrivals, continuation) = AsyncStream<Int32>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    self.arrivals = arrivals
    let queue = DispatchQueue(label: "signals")
    let listening = DispatchGroup()
    signal(SIGPIPE, SIG_IGN)
    unsafe sources = signals.map { number in
      listening.enter()
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(number) }
      source.setRegistrationHandler { listening.leave() }
      source.activate()
      return source
    }
    // A signal would be lost before Dispatch has installed its handler.
    listening.wait()
  }

  deinit { for source in unsafe sources { source.cancel() } }

  /// Waits for the first signal, or until the task is cancelled.
  public func first() async {
    for await _ in arrivals { return }
  }
}
