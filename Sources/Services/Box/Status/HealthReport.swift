public import Service
public import Wire

/// Tells monitors every minute how the box stands, and when it is online anew or somebody asks.
public struct HealthReport: Service {
  public let name = "health"

  private let status: Status
  private let notices: TransientOutbox
  private let topics: Topics
  private let interval: Duration
  private let clock: BoxClock
  private let measure: @Sendable () -> Health

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - status: How the box stands.
  ///   - notices: Where health goes out.
  ///   - topics: The box's topics.
  ///   - interval: How often; the broker forgets a report after three times this.
  ///   - clock: What time it is.
  ///   - measure: Measures what the box's services do not know: device, connection, memory, receipts.
  public init(
    status: Status, notices: TransientOutbox, topics: Topics, interval: Duration = .seconds(60),
    clock: BoxClock, measure: @escaping @Sendable () -> Health
  ) {
    self.status = status
    self.notices = notices
    self.topics = topics
    self.interval = interval
    self.clock = clock
    self.measure = measure
  }

  public func run() async throws {
    while true {
      try await Task.sleep(for: interval)
      _ = publish()
    }
  }

  /// Publishes health now.
  ///
  /// - Returns: The same as an answer.
  @discardableResult public func publish() -> Response {
    let object = health.json.object ?? [:]
    notices.add(
      Notice(
        topic: topics[.health], body: JSON.object(object).encoded, isRetained: true,
        isAcknowledged: false, expiry: interval * 3))
    return .ok(data: object)
  }

  /// How the box stands now.
  public var health: Health {
    var health = measure()
    let now = status.now
    health.at = clock.now()
    health.queue = now.queue
    health.oldestWaiting = now.oldest.map { max(.zero, clock.uptime() - $0) }
    health.ringing = now.ringing
    health.lastOrder = now.lastOrder
    health.lastPlayed = now.lastPlayed
    health.clockIsSynced = clock.isSynced()
    health.volume = now.settings.volume
    health.mutedUntil = now.settings.mutedUntil.flatMap { $0 > clock.now() ? $0 : nil }
    health.quiet = now.quietHours?.end(at: clock.moment) != nil
    return health
  }
}
