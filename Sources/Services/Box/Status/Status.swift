import Synchronization
public import Wire

/// The box's condition, for its health; each part reports what it knows.
public final class Status: Sendable {
  struct Values: Sendable {
    var queue = 0
    /// When the oldest command in it came, by the computer's own clock.
    var oldest: Duration?
    var ringing = 0
    var quietHours: QuietHours?
    /// Messages about orders since the start.
    var received = 0
    var lastOrder: Timestamp?
    var lastPlayed: Timestamp?
    var settings = DeviceSettings()
    var ignored = IgnoredMessages()
  }

  private let values = Mutex(Values())

  /// Makes a status with what the journal knows.
  ///
  /// - Parameter journal: The journal.
  /// - Throws: `DatabaseError`.
  public init(_ journal: Journal) throws {
    let last = try journal.lastMoments()
    let settings = try journal.deviceSettings()
    values.withLock { values in
      (values.lastOrder, values.lastPlayed, values.settings) = (last.order, last.played, settings)
    }
  }

  /// The box's volume, and until when it is muted.
  public var settings: DeviceSettings { values.withLock { $0.settings } }

  var now: Values { values.withLock { $0 } }

  func update(_ queue: AnnouncementQueue) {
    let (count, oldest, ringing) = (queue.count, queue.oldest, queue.alerts)
    values.withLock { values in
      (values.queue, values.oldest, values.ringing) = (count, oldest, ringing)
      values.quietHours = queue.policy.quietHours
    }
  }

  /// How many messages about orders came since the start, rejected ones and copies among them.
  public var received: Int { values.withLock { $0.received } }

  func received(_ count: Int, at moment: Timestamp?) {
    values.withLock { values in
      values.received += count
      values.lastOrder = moment ?? values.lastOrder
    }
  }

  /// Counts a message that no rule announces.
  ///
  /// - Parameters:
  ///   - topic: Its topic.
  ///   - kind: What it says of itself, such as `type=order.ready`.
  /// - Returns: Whether it is the first of its kind under its topic.
  func ignored(topic: String, kind: String) -> Bool {
    values.withLock { $0.ignored.add(topic: topic, kind: kind) }
  }

  /// What no rule announces, by topic: those with most messages first.
  public var ignored: [Health.Ignored] { values.withLock { $0.ignored.topics } }

  func played(at moment: Timestamp) { values.withLock { $0.lastPlayed = moment } }

  func save(_ settings: DeviceSettings) { values.withLock { $0.settings = settings } }
}
