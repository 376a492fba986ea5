import Interop
import Service

/// Brings the store back after it was lost, on a thread on which nobody else waits: a server that does
/// not even refuse us takes its time each time.
struct StoreKeeper: Service {
  /// How long after one attempt the next one comes.
  private static let pause = Duration.seconds(1)

  let name = "store"
  let ledger: any Ledger
  let doorbell: Doorbell
  let log: Log
  private let bench = Workbench(label: "store")

  init(ledger: any Ledger, doorbell: Doorbell, log: Log) {
    self.ledger = ledger
    self.doorbell = doorbell
    self.log = log
  }

  func run() async throws {
    while true {
      await doorbell.wait()
      try Task.checkCancellation()
      log(.error, "store lost")
      while true {
        do {
          try await bench.work { _ in try ledger.recover() }
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
