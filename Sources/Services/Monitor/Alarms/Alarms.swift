import Interop
import Service
import Wire

/// All that deals with alarms.
struct Alarms {
  /// What runs.
  let services: [any Service]
  let engine: AlarmEngine

  init(
    _ fleet: FleetView, _ repository: any FleetRepository, _ settings: AlarmSettings,
    monitor: String,
    notifiers: [any AlarmNotifying], now: @escaping @Sendable () -> Timestamp, log: Log,
    backoff: Backoff = Backoff(limit: .seconds(300))
  ) {
    precondition(
      Set(notifiers.map(\.channel)).count == notifiers.count, "two ways to tell of one name")
    let engine = AlarmEngine(
      fleet, repository, settings, monitor: monitor, channels: notifiers.map(\.channel), now: now,
      log: log)
    let senders = notifiers.map {
      AlarmSender(engine: engine, notifier: $0, signal: AsyncSignal(), log: log, backoff: backoff)
    }
    self.engine = engine
    services =
      [
        AlarmService(engine: engine, pause: settings.pause, signals: senders.map(\.signal))
      ] + senders
  }
}
