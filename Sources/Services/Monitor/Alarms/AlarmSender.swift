import Interop
import Service

/// Tells on one channel what there is to tell, one after the other, until each has arrived.
struct AlarmSender: Service {
  /// How long nobody is waited for before the ledger is looked at again.
  private static let patience = Duration.seconds(60)

  let engine: AlarmEngine
  let notifier: any AlarmNotifying
  let signal: AsyncSignal
  let log: Log
  /// How long is waited after a failure.
  let backoff: Backoff

  var name: String { "alarms by \(notifier.channel)" }

  func run() async throws {
    var backoff = backoff
    while true {
      try Task.checkCancellation()
      do {
        guard let telling = try await engine.next(on: notifier.channel) else {
          await signal.wait(atMost: Self.patience)
          continue
        }
        if try await tell(telling) {
          backoff.reset()
          continue
        }
      } catch {
        log(
          .error, "alarms to tell not known, the store does not answer",
          ["channel": notifier.channel, "error": "\(error)"])
        // An alarm about that very thing needs no ledger, and rings.
        await signal.wait(atMost: backoff.next())
        continue
      }
      try await Task.sleep(for: backoff.next())
    }
  }

  /// Tells once.
  ///
  /// - Returns: Whether the next one's turn has come.
  private func tell(_ telling: AlarmEngine.Telling) async throws -> Bool {
    let answer = await notifier.tell(telling.notice)
    switch answer {
    case .taken: break
    case .failed(let reason):
      if Task.isCancelled { return false }
      log(
        .warning, "alarm not told, tried again later",
        ["channel": notifier.channel, "alarm": telling.notice.rule, "error": reason])
      return false
    case .refused(let reason):
      log(
        .error, "alarm refused, not told again",
        ["channel": notifier.channel, "alarm": telling.notice.rule, "error": reason])
    }
    try await engine.done(telling, on: notifier.channel)
    return true
  }
}
