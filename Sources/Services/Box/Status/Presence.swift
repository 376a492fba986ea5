public import Messaging
public import Service
import Synchronization
public import Wire

/// What the box publishes about itself at each connection, besides its state.
public struct BoxDescription: Sendable {
  /// The program's version.
  public var version: String
  /// The installed pack.
  public var pack: BoxInfo.Pack
  /// The public settings.
  public var settings: JSONObject
  /// The discovery message for Home Assistant; `nil` for none.
  public var discovery: Publication?

  /// Describes a box.
  ///
  /// - Parameters:
  ///   - version: The program's version.
  ///   - pack: The installed pack.
  ///   - settings: The public settings.
  ///   - discovery: The discovery message for Home Assistant.
  public init(
    version: String, pack: BoxInfo.Pack, settings: JSONObject, discovery: Publication? = nil
  ) {
    self.version = version
    self.pack = pack
    self.settings = settings
    self.discovery = discovery
  }

  func info(at moment: Timestamp) -> BoxInfo {
    BoxInfo(version: version, pack: pack, settings: settings, at: moment)
  }
}

/// Publishes whether the box is online, and its description at each connection.
public final class Presence: Sendable {
  private struct State {
    var connectionNumber: Int64 = 0
    var isOnline = false
    /// Connections since the program started.
    var connections = 0
  }

  private let journal: Journal
  private let topics: Topics
  private let notices: TransientOutbox
  private let clock: BoxClock
  private let log: Log
  private let description: BoxDescription
  private let state = Mutex(State())

  /// Creates the presence of a box that is not connected.
  ///
  /// - Parameters:
  ///   - journal: Numbers the connections.
  ///   - topics: The box's topics.
  ///   - notices: Where messages are published.
  ///   - clock: The box's clock.
  ///   - log: The log.
  ///   - description: What the box publishes about itself.
  public init(
    journal: Journal, topics: Topics, notices: TransientOutbox, clock: BoxClock, log: Log,
    description: BoxDescription
  ) {
    self.journal = journal
    self.topics = topics
    self.notices = notices
    self.clock = clock
    self.log = log
    self.description = description
  }

  /// The number of the present connection, and how often the box has reconnected.
  public var connection: (number: Int64, reconnects: Int) {
    state.withLock { ($0.connectionNumber, max(0, $0.connections - 1)) }
  }

  /// Whether the box is connected.
  public var isOnline: Bool { state.withLock { $0.isOnline } }

  /// Numbers a new connection.
  ///
  /// - Returns: The messages about the box's state for this connection.
  /// - Throws: `DatabaseError` if the number cannot be stored.
  public func connect() throws -> PresenceMessages {
    let number = try journal.nextConnectionNumber()
    state.withLock { $0.connectionNumber = number }
    return PresenceMessages(
      will: message(.lost, number), birth: message(.online, number),
      goodbye: message(.offline, number))
  }

  /// Records that the connection is up, and publishes the box's description.
  public func connected() {
    state.withLock { state in
      state.isOnline = true
      state.connections += 1
    }
    let info = description.info(at: clock.now())
    notices.add(Publication(topic: topics[.info], text: info.json.encoded, isRetained: true))
    if let discovery = description.discovery { notices.add(discovery) }
  }

  /// Records that the connection has ended.
  public func disconnected() { state.withLock { $0.isOnline = false } }

  /// Reads a message about the state of this box that the broker has delivered to it.
  ///
  /// The will of an earlier connection can arrive after the birth of this one: then the box publishes
  /// its birth again (protocol, section “Topics”).
  ///
  /// - Parameter payload: The message.
  public func read(_ payload: [UInt8]) {
    guard let object = try? JSONReader.read(payload).object,
      object["state"] == .string(BoxState.lost.rawValue)
    else { return }
    log(.notice, "will of an earlier connection, published the birth again")
    notices.add(message(.online, connection.number))
  }

  private func message(_ state: BoxState, _ number: Int64) -> Publication {
    Publication(
      topic: topics[.state], text: state.json(connectionNumber: number, at: clock.now()).encoded,
      isRetained: true)
  }
}

extension Publication {
  /// The acknowledgement of an order by the box's button, for all boxes of the store.
  ///
  /// - Parameters:
  ///   - order: The order.
  ///   - topics: The box's topics.
  /// - Returns: The request to acknowledge it.
  public static func acknowledgement(of order: String, _ topics: Topics) -> Publication {
    let request = Request(.acknowledge(order: order))
    return Publication(
      topic: topics.storeRequest(request.verb.rawValue), text: request.json.encoded,
      expiry: .seconds(600))
  }
}
