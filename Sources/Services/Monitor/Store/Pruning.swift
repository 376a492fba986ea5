import Interop
import Service
import Wire

/// Forgets what is older than it is kept, a little at a time.
struct Pruning: Service {
  let name = "pruning"
  let repository: any FleetRepository
  let settings: MonitorSettings
  let now: @Sendable () -> Timestamp
  let log: Log
  private let bench = BlockingExecutor(label: "pruning")

  init(
    repository: any FleetRepository, settings: MonitorSettings,
    now: @escaping @Sendable () -> Timestamp,
    log: Log
  ) {
    self.repository = repository
    self.settings = settings
    self.now = now
    self.log = log
  }

  func run() async throws {
    while true {
      let moment = now()
      do {
        let isMore = try await bench.work { _ in
          try repository.prune(
            receiptsBefore: moment - settings.receiptsKept,
            healthBefore: moment - settings.healthKept)
        }
        try await Task.sleep(for: isMore ? .milliseconds(200) : .seconds(600))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        log(.warning, "nothing forgotten, the store does not answer", ["error": "\(error)"])
        try await Task.sleep(for: .seconds(60))
      }
    }
  }
}
