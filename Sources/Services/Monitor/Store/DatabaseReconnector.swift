import Interop
import Service

/// Brings the store back after it was lost, on a thread on which nobody else waits: a server that does
/// not even refuse us takes its time each time.
struct DatabaseReconnector: Service {
  /// How long after one attempt the next one comes.
  private static let pause = Duration.seconds(1)

  let name = "store"
  let repository: any FleetRepository
  let signal: AsyncSignal
  let log: Log
  private let bench = BlockingExecutor(label: "store")

  init(repository: any FleetRepository, signal: AsyncSignal, log: Log) {
    self.repository = repository
    self.signal = signal
    self.log = log
  }

  func run() async throws {
    while true {
      await signal.wait()
      try Task.checkCancellation()
      log(.error, "store lost")
      while true {
        do {
          try await bench.work { _ in try repository.recover() }
          break
        } catch {
          log(.debug, "store still away", ["error": "\(error)"])
          try await Task.sleep(for: Self.pause)
        }
      }
      log(.notice, "store is back")
    }
  }
}
