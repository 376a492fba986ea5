import Fleet
import Interop
import Service

/// The services that raise alarms and send notices of them.
struct Alarms {
  /// All services.
  let services: [any Service]
  /// Evaluates the rules.
  let engine: AlarmEngine
  /// Wakes the deliveries, one for each channel.
  let signals: [AsyncSignal]

  /// Joins the services.
  ///
  /// - Parameters:
  ///   - context: What the monitor's parts share.
  ///   - channels: The channels on which notices are sent, each with a name of its own.
  ///   - backoff: The pauses after a notice could not be sent.
  init(
    _ context: MonitorContext, channels: [any AlarmChannel],
    backoff: Backoff = Backoff(limit: .seconds(300))
  ) {
    precondition(
      Set(channels.map(\.name)).count == channels.count, "two alarm channels of the same name")
    let engine = AlarmEngine(context, channels: channels.map(\.name))
    let signals = channels.map { _ in AsyncSignal() }
    let deliveries = zip(channels, signals).map { channel, signal in
      DurableDelivery(
        "alarms by \(channel.name)", from: NoticeTable(engine: engine, channel: channel.name),
        signal: signal, backoff: backoff, log: context.log,
        deliver: { await channel.send($0.notice) })
    }
    let schedule = AlarmSchedule(
      engine: engine, interval: context.settings.alarms.interval, signals: signals)
    self.engine = engine
    self.signals = signals
    services = [schedule] + deliveries
  }
}

/// Evaluates the rules at regular intervals.
private struct AlarmSchedule: Service {
  let name = "alarms"
  let engine: AlarmEngine
  let interval: Duration
  let signals: [AsyncSignal]

  func run() async throws {
    while true {
      if await engine.evaluate() {
        for signal in signals { signal.notify() }
      }
      try await Task.sleep(for: interval)
    }
  }
}

/// The stored notices of one channel.
private struct NoticeTable: DeliveryTable {
  let engine: AlarmEngine
  let channel: String

  func next() async throws -> AlarmEngine.PendingNotice? { try await engine.next(on: channel) }

  func remove(_ item: AlarmEngine.PendingNotice) async throws {
    try await engine.remove(item, on: channel)
  }
}
