import Interop
public import Service

/// Reconnects to a database after the connection was lost.
///
/// It blocks on a thread of its own: a server that does not even refuse connections takes its time with
/// each attempt.
public struct DatabaseReconnector: Service {
  private static let pause = Duration.seconds(1)

  public let name = "database"
  private let signal: AsyncSignal
  private let log: Log
  private let recover: @Sendable () throws -> Void
  private let executor = BlockingExecutor(label: "database")

  /// Describes the service; nothing runs yet.
  ///
  /// - Parameters:
  ///   - signal: Wakes it when the connection was lost.
  ///   - log: Where it reports the outage and its end.
  ///   - recover: Reconnects, such as ``SharedDatabase/recover()``; tried once a second until it succeeds.
  public init(signal: AsyncSignal, log: Log, recover: @escaping @Sendable () throws -> Void) {
    self.signal = signal
    self.log = log
    self.recover = recover
  }

  public func run() async throws {
    while true {
      await signal.wait()
      try Task.checkCancellation()
      log(.error, "database unavailable")
      while true {
        do {
          try await executor.work { _ in try recover() }
          break
        } catch {
          log(.debug, "database still unavailable", ["error": "\(error)"])
          try await Task.sleep(for: Self.pause)
        }
      }
      log(.notice, "database available again")
    }
  }
}
