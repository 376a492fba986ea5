import Box
import MQTT
import Service
import Synchronization
import Wire

/// What the world can read about the box being there: state, information, health.
final class Presence: Sendable {
  private struct State {
    var session: Int64 = 0
    var isOnline = false
    /// Connections since the program was started.
    var connections = 0
  }

  private let journal: Journal
  private let topics: Topics
  private let notices: TransientOutbox
  private let clock: BoxClock
  private let log: Log
  /// What is published about the box at each connection, besides its state.
  private let introductions: @Sendable () -> [Notice]
  private let state = Mutex(State())

  /// Makes it.
  ///
  /// - Parameters:
  ///   - journal: Counts the connections.
  ///   - topics: The box's topics.
  ///   - notices: Where it is published.
  ///   - clock: What time it is.
  ///   - log: Where it says that somebody took the box for lost.
  ///   - introductions: What is published at each connection besides.
  init(
    journal: Journal, topics: Topics, notices: TransientOutbox, clock: BoxClock, log: Log,
    introductions: @escaping @Sendable () -> [Notice]
  ) {
    self.journal = journal
    self.topics = topics
    self.notices = notices
    self.clock = clock
    self.log = log
    self.introductions = introductions
  }

  /// The number of the present connection, and how often the box has had to connect again.
  var connection: (session: Int64, reconnects: Int) {
    state.withLock { ($0.session, max(0, $0.connections - 1)) }
  }

  /// Whether the connection stands.
  var isOnline: Bool { state.withLock { $0.isOnline } }

  /// Notes that the connection has ended.
  func left() { state.withLock { $0.isOnline = false } }

  /// Will, birth and goodbye of a new connection.
  ///
  /// - Throws: `DatabaseError` if the connection cannot be counted.
  func connect() throws -> MQTTPresence {
    let session = try journal.nextConnectionNumber()
    state.withLock { $0.session = session }
    func publication(_ state: BoxState) -> MQTTPublication {
      MQTTPublication(self.state(state, session), token: 0)
    }
    return MQTTPresence(
      will: publication(.lost), birth: publication(.online), goodbye: publication(.offline))
  }

  /// Publishes what belongs to a new connection, once it stands.
  func introduce() {
    state.withLock { state in
      state.isOnline = true
      state.connections += 1
    }
    for notice in introductions() { notices.add(notice) }
  }

  /// Reads what somebody has published as the state of this box.
  ///
  /// The will of an earlier connection can come after the birth of this one: then the birth is
  /// published again (protocol, section “Topics”).
  func read(_ payload: [UInt8]) {
    guard let object = try? JSONReader.read(payload).object,
      object["state"] == .string(BoxState.lost.rawValue)
    else { return }
    log(.notice, "taken for lost, published the birth again")
    notices.add(state(.online, connection.session))
  }

  private func state(_ state: BoxState, _ session: Int64) -> Notice {
    Notice(
      topic: topics[.state], body: state.json(session: session, at: clock.now()).encoded,
      isRetained: true)
  }
}
