import Interop
import Service
import Wire

/// All that deals with alarms.
struct Alarms {
  /// What runs.
  let services: [any Service]
  let desk: AlarmDesk

  init(
    _ fleet: Fleet, _ ledger: any Ledger, _ settings: AlarmSettings, monitor: String,
    notifiers: [any AlarmNotifying], now: @escaping @Sendable () -> Timestamp, log: Log,
    backoff: Backoff = Backoff(limit: .seconds(300))
  ) {
    precondition(
      Set(notifiers.map(\.channel)).count == notifiers.count, "two ways to tell of one name")
    let desk = AlarmDesk(
      fleet, ledger, settings, monitor: monitor, channels: notifiers.map(\.channel), now: now,
      log: log)
    let senders = notifiers.map {
      AlarmSender(desk: desk, notifier: $0, doorbell: Doorbell(), log: log, backoff: backoff)
    }
    self.desk = desk
    services =
      [
        AlarmService(desk: desk, pause: settings.pause, doorbells: senders.map(\.doorbell))
      ] + senders
  }
}
