import Service

/// Looks at the fleet now and then, and raises the alarm.
struct AlarmService: Service {
  let name = "alarms"
  let desk: AlarmDesk
  let pause: Duration
  /// Wakes those who tell.
  let doorbells: [Doorbell]

  func run() async throws {
    while true {
      if await desk.look() {
        for doorbell in doorbells { doorbell.ring() }
      }
      try await Task.sleep(for: pause)
    }
  }
}
