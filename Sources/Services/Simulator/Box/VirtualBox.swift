import Messaging
public import Wire

/// A box without a loudspeaker: it speaks the protocol, and takes as long as speaking would.
///
/// A state machine: messages and the time go in, publications come out.
public struct VirtualBox: Sendable {
  /// A command or a self-test that waits or is being announced.
  struct QueuedCommand: Sendable {
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

  /// The fixed properties of a virtual box.
  struct Profile: Sendable {
    var name: BoxName
    var faults: Set<Faults.Kind>
    var speaking: Int64
    var healthInterval: Int64
    var version: String
  }

  /// The most commands that may wait.
  static let queueLimit = 1000
  /// How far the clock of a box with that fault is behind, in milliseconds.
  static let clockFault: Int64 = 365 * 86_400_000

  /// Which box it is.
  public var name: BoxName { profile.name }
  /// What it has done since the last ``takeCounts()``.
  public internal(set) var counts = Counts()
  /// How many commands it has accepted for the first time.
  var accepted = 0

  let profile: Profile
  let fleet: FleetTopics
  let topics: Topics
  let begin: Int64
  let firstConnectionNumber: Int64
  var connections: Int32 = 0
  var journal = BoxJournal()
  var outbox = BoxOutbox()
  var queue: [QueuedCommand] = []
  var current: (task: QueuedCommand, ends: Int64)?
  var healthDue: Int64
  var volume = 80
  var mutedUntil: Int64?
  var lastOrder: Int64?
  var lastPlayed: Int64?

  init(_ profile: Profile, topics: FleetTopics, firstHealth: Int64, at moment: Timestamp) {
    self.profile = profile
    fleet = topics
    self.topics = topics.of(profile.name)
    begin = moment.milliseconds
    // Later runs have higher numbers: to the monitor, a lower one is an old will.
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

  /// Whether nothing is left to announce or to publish.
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

  /// Records that the connection is up.
  mutating func connected(at moment: Timestamp) {
    outbox.add(.message(info(at: moment)))
    publishHealth(at: moment.milliseconds)
  }

  func state(_ state: BoxState, at moment: Timestamp) -> Publication {
    Publication(
      topic: topics[.state],
      text: state.json(connectionNumber: connectionNumber, at: wall(moment.milliseconds)).encoded,
      isRetained: true)
  }

  /// What its clock shows.
  func wall(_ moment: Int64) -> Timestamp {
    let fault = profile.faults.contains(.clock) ? Self.clockFault : 0
    return Timestamp(milliseconds: moment - fault)
  }

  /// Advances to a moment.
  mutating func advance(to moment: Timestamp) {
    let now = moment.milliseconds
    speak(until: now)
    if healthDue <= now {
      publishHealth(at: now)
      healthDue = max(healthDue + profile.healthInterval, now + 1)
    }
  }
}
