import Dispatch
import Glibc

/// Signals that ask the daemon to end, as something to wait for.
public final class Signals: Sendable {
  private let arrivals: AsyncStream<Int32>
  // Dispatch sources may be cancelled from any thread; nothing else is done with them after `init`.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Begins to listen to SIGTERM and SIGINT, which from here on no longer end the process by
  /// themselves.
  public convenience init() { self.init([SIGTERM, SIGINT]) }

  /// Begins to listen.
  ///
  /// A daemon also outlives whoever reads its log, or is at the other end of a connection: from here on
  /// writing to one that has gone is an error like others, and no SIGPIPE ends the process.
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
    // Until Dispatch has its own handler in place, a signal would be lost.
    listening.wait()
  }

  deinit { for source in unsafe sources { source.cancel() } }

  /// Waits for the first signal, or until the task is cancelled.
  public func first() async {
    for await _ in arrivals { return }
  }
}
