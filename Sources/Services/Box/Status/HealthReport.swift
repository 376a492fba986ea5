import Messaging
public import Service
public import Wire

/// Publishes the box's health every minute, after each connect and on request.
public struct HealthReport: Service {
  public let name = "health"

  private let context: BoxContext
  private let interval: Duration
  private let measure: @Sendable () -> Health

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - context: What the box's parts share.
  ///   - interval: How often; the broker discards a report after three times this.
  ///   - measure: Measures what the box's parts do not know: device, connection, memory, receipts.
  public init(
    _ context: BoxContext, interval: Duration = .seconds(60),
    measure: @escaping @Sendable () -> Health
  ) {
    self.context = context
    self.interval = interval
    self.measure = measure
  }

  public func run() async throws {
    while true {
      try await Task.sleep(for: interval)
      _ = publish()
    }
  }

  /// Publishes the box's health now.
  ///
  /// - Returns: The same as an answer.
  @discardableResult public func publish() -> Response {
    let object = health.json.object ?? [:]
    context.transientOutbox.add(
      Publication(
        topic: context.topics[.health], text: JSON.object(object).encoded,
        qualityOfService: .atMostOnce, isRetained: true, expiry: interval * 3))
    return .ok(data: object)
  }

  /// The box's health now.
  public var health: Health {
    let (status, clock) = (context.status.now, context.clock)
    var health = measure()
    health.at = clock.now()
    health.queue = status.queue
    health.oldestWaiting = status.oldest.map { max(.zero, clock.uptime() - $0) }
    health.ringing = status.ringing
    health.accepted = context.journal.counts.delivered
    health.ignored = status.ignored.topics
    health.lastOrder = status.lastOrder
    health.lastPlayed = status.lastPlayed
    health.clockIsSynced = clock.isSynced()
    health.volume = status.settings.volume
    health.mutedUntil = status.settings.mutedUntil.flatMap { $0 > clock.now() ? $0 : nil }
    health.quiet = status.quietHours?.end(at: clock.moment) != nil
    return health
  }
}
