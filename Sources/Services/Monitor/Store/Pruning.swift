import Interop
import Service
import Wire

/// Deletes what is older than it is kept, a little at a time.
struct Pruning: Service {
  let name = "pruning"
  private let context: MonitorContext
  private let executor = BlockingExecutor(label: "pruning")

  init(_ context: MonitorContext) { self.context = context }

  func run() async throws {
    let (repository, settings) = (context.repository, context.settings)
    while true {
      let moment = context.now()
      do {
        let isMore = try await executor.work { _ in
          try repository.prune(
            receiptsBefore: moment - settings.receiptsKept,
            healthBefore: moment - settings.healthKept)
        }
        try await Task.sleep(for: isMore ? .milliseconds(200) : .seconds(600))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        context.log(.warning, "nothing pruned, database unavailable", ["error": "\(error)"])
        try await Task.sleep(for: .seconds(60))
      }
    }
  }
}
