import Messaging
public import Wire

/// A box without a loudspeaker: it speaks the protocol, and takes as long as speaking would.
///
/// A state machine: it is told what has come and what time it is, and asked what it publishes.
public struct VirtualBox: Sendable {
  /// What waits to be spoken, or is spoken.
  struct Task: Sendable {
    /// Which attempt; `nil` for a self-test.
    var number: Int?
    var priority: Priority
    /// When the next round may begin.
    var notBefore: Int64
    var expiresAt: Int64?
    var isAlert: Bool
    /// Where a self-test is answered.
    var reply: Reply?
  }

  /// Where an answer goes.
  struct Reply: Sendable {
    var topic: String
    var transaction: String?
    var correlationData: [UInt8]?
  }

  /// What a virtual box is like.
  struct Nature: Sendable {
    var name: BoxName
    var faults: Set<Faults.Kind>
    var speaking: Int64
    var healthPace: Int64
    var version: String
  }

  /// The most that wait to be spoken.
  static let longestQueue = 1000
  /// How far the clock of a box with that fault is behind, in milliseconds.
  static let clockFault: Int64 = 365 * 86_400_000

  /// Which box it is.
  public var name: BoxName { nature.name }
  /// What it has done since somebody has last taken note of it.
  public internal(set) var counts = Counts()
  /// How many commands it has accepted for the first time.
  var accepted = 0

  let nature: Nature
  let fleet: FleetTopics
  let topics: Topics
  let begin: Int64
  let firstConnectionNumber: Int64
  var connections: Int32 = 0
  var journal = BoxJournal()
  var outbox = BoxOutbox()
  var queue: [Task] = []
  var current: (task: Task, ends: Int64)?
  var healthDue: Int64
  var volume = 80
  var mutedUntil: Int64?
  var lastOrder: Int64?
  var lastPlayed: Int64?

  init(_ nature: Nature, topics: FleetTopics, firstHealth: Int64, at moment: Timestamp) {
    self.nature = nature
    fleet = topics
    self.topics = topics.of(nature.name)
    begin = moment.milliseconds
    // Later runs have higher ones: the monitor takes an old one for an old will.
    firstConnectionNumber = moment.milliseconds / 1000
    healthDue = moment.milliseconds + firstHealth
  }

  /// What it has done since the last call.
  mutating func takeCounts() -> Counts {
    defer { counts = Counts() }
    return counts
  }

  /// The number of the connection.
  public var connectionNumber: Int64 { firstConnectionNumber + Int64(connections) }

  /// Whether nothing is left to be spoken or published.
  public var isIdle: Bool { queue.isEmpty && current == nil && outbox.count == 0 }

  /// When ``advance(to:)`` has something to do next.
  var due: Int64 {
    if let current { return min(healthDue, current.ends) }
    return min(healthDue, queue.map(\.notBefore).min() ?? .max)
  }

  /// Prepares a connection, which gets a number of its own.
  mutating func connecting(at moment: Timestamp) -> PresenceMessages {
    connections += 1
    return PresenceMessages(
      will: state(.lost, at: moment), birth: state(.online, at: moment),
      goodbye: state(.offline, at: moment))
  }

  /// Tells that the connection stands.
  mutating func connected(at moment: Timestamp) {
    outbox.add(.message(info(at: moment)))
    tellHealth(at: moment.milliseconds)
  }

  func state(_ state: BoxState, at moment: Timestamp) -> Publication {
    Publication(
      topic: topics[.state],
      text: state.json(connectionNumber: connectionNumber, at: wall(moment.milliseconds)).encoded,
      isRetained: true)
  }

  /// What its clock shows.
  func wall(_ moment: Int64) -> Timestamp {
    let fault = nature.faults.contains(.clock) ? Self.clockFault : 0
    return Timestamp(milliseconds: moment - fault)
  }

  /// Lets time pass.
  mutating func advance(to moment: Timestamp) {
    let now = moment.milliseconds
    speak(until: now)
    if healthDue <= now {
      tellHealth(at: now)
      healthDue = max(healthDue + nature.healthPace, now + 1)
    }
  }
}
