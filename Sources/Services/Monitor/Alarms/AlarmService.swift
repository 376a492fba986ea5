import Service

/// Looks at the fleet now and then, and raises the alarm.
struct AlarmService: Service {
  let name = "alarms"
  let engine: AlarmEngine
  let pause: Duration
  /// Wakes those who tell.
  let signals: [AsyncSignal]

  func run() async throws {
    while true {
      if await engine.look() {
        for signal in signals { signal.notify() }
      }
      try await Task.sleep(for: pause)
    }
  }
}
