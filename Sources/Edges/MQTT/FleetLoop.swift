import Glibc
import Interop
import Messaging

/// The event loop of a fleet: it drives all its connections on one thread.
final class FleetLoop {
  /// One connection, or the place of one that is down.
  struct Slot {
    var connection: Connection?
    var backoff: Backoff
    /// When to connect next.
    var nextAttempt = ContinuousClock.now
    /// Whether the poller waits until the socket is writable.
    var awaitsWritable = false
  }

  /// How often commands are read and a part of the connections is maintained.
  static let roundInterval = Duration.milliseconds(20)
  /// The most connections that connect or disconnect at once: a broker's backlog is short.
  static let mostInTransition = 64
  /// How long a connection must have been online for the back-off to start over.
  static let stableTime = Duration.seconds(60)

  let fleet: LinkFleet
  var slots: [Slot]
  /// The connections that are not online yet.
  var connecting: Set<Int> = []
  private var nextToMaintain = 0

  init(_ fleet: LinkFleet) {
    self.fleet = fleet
    slots = fleet.members.map { _ in Slot(backoff: fleet.backoff) }
  }

  /// Drives all connections until a stop is requested, and then ends them.
  func work(until stop: StopSignal) {
    var nextRound = ContinuousClock.now
    while !stop.isRequested {
      take(fleet.poller.wait(atMost: Int32(clamping: Self.roundInterval.milliseconds)))
      guard ContinuousClock.now >= nextRound else { continue }
      nextRound = .now + Self.roundInterval
      execute(fleet.commands())
      makeRound()
    }
    endAll()
  }

  /// Processes socket events.
  func take(_ events: [Poller.Event]) {
    for event in events {
      attempt(event.mark) { (connection) throws(MQTTError) in
        try connection.process(isReadable: event.isReadable)
      }
    }
  }

  private func execute(_ commands: [LinkFleet.Command]) {
    for command in commands {
      switch command {
      case .publish(let number):
        attempt(number) { (connection) throws(MQTTError) in
          connection.sourcesMayHaveMore = true
          try connection.publishNext()
          connection.report()
        }
      case .cut(let number, let time):
        attempt(number) { (connection) throws(MQTTError) in
          connection.client.cutConnection()
          throw .owner(ConnectionCut(), "stay connected to \(connection.client.address)")
        }
        slots[number].nextAttempt = .now + time
      }
    }
  }

  /// Maintains a part of the connections, each about once a second, and opens some.
  private func makeRound() {
    var mayOpen = max(1, fleet.connectsPerSecond / 50)
    maintainSome { number in
      guard mayOpen > 0, connecting.count < Self.mostInTransition,
        ContinuousClock.now >= slots[number].nextAttempt
      else { return }
      mayOpen -= 1
      open(number)
    }
  }

  /// Maintains a part of the connections, and calls `absent` for each that is down.
  func maintainSome(absent: (Int) -> Void) {
    guard !slots.isEmpty else { return }
    for _ in 0..<min(slots.count, max(50, slots.count / 50)) {
      let number = nextToMaintain
      nextToMaintain = (nextToMaintain + 1) % slots.count
      guard slots[number].connection != nil else {
        absent(number)
        continue
      }
      attempt(number) { (connection) throws(MQTTError) in
        try connection.publishNext()
        connection.report()
        try connection.maintain()
      }
    }
  }

  private func open(_ number: Int) {
    let member = fleet.members[number]
    member.events.changed(to: .connecting)
    do throws(MQTTError) {
      let presence = try member.events.prepare(for: fleet.broker.address)
      let client = try Client(fleet.broker, member.session, will: presence.will)
      try client.connect()
      let connection = Connection(client, presence, member.events)
      try client.write()
      let awaitsWritable = client.wantsWrite
      do {
        try fleet.poller.add(client.socket, mark: number, wantsWrite: awaitsWritable)
      } catch {
        throw .owner(error, "connect to \(fleet.broker.address)")
      }
      slots[number].connection = connection
      slots[number].awaitsWritable = awaitsWritable
      connecting.insert(number)
    } catch {
      close(number, after: error)
    }
  }

  /// Runs `body` on a connection, and closes the connection if it throws.
  func attempt(_ number: Int, _ body: (Connection) throws(MQTTError) -> Void) {
    guard let connection = slots[number].connection else { return }
    do throws(MQTTError) {
      try body(connection)
      if connection.hasFinished {
        slots[number].connection = nil
        connecting.remove(number)
        return
      }
      if connection.onlineSince != nil { connecting.remove(number) }
      try updatePoller(number, connection.client)
    } catch {
      connection.handOverRest()
      close(number, after: error)
    }
  }

  private func updatePoller(_ number: Int, _ client: Client) throws(MQTTError) {
    let wantsWrite = client.wantsWrite
    guard wantsWrite != slots[number].awaitsWritable else { return }
    do {
      try fleet.poller.change(client.socket, mark: number, wantsWrite: wantsWrite)
    } catch {
      throw .owner(error, "write to \(client.address)")
    }
    slots[number].awaitsWritable = wantsWrite
  }

  private func close(_ number: Int, after error: MQTTError) {
    let onlineTime = slots[number].connection?.onlineSince.map { .now - $0 } ?? Duration.zero
    slots[number].connection = nil
    connecting.remove(number)
    if onlineTime >= Self.stableTime { slots[number].backoff.reset() }
    slots[number].nextAttempt = .now + slots[number].backoff.next()
    fleet.members[number].events.changed(to: .offline(error))
  }
}

/// A connection was cut by a command of its owner.
private struct ConnectionCut: Error, CustomStringConvertible {
  var description: String { "cut on purpose" }
}

extension FleetLoop {
  /// Disconnects all connections, a few at a time.
  func endAll() {
    var disconnecting: Set<Int> = []
    var next = 0
    var nextRound = ContinuousClock.now
    while true {
      disconnecting = disconnecting.filter { slots[$0].connection != nil }
      while next < slots.count, disconnecting.count < Self.mostInTransition {
        attempt(next) { (connection) throws(MQTTError) in try connection.disconnect() }
        if slots[next].connection != nil { disconnecting.insert(next) }
        next += 1
      }
      guard next < slots.count || !disconnecting.isEmpty else { return }
      take(fleet.poller.wait(atMost: Int32(clamping: Self.roundInterval.milliseconds)))
      guard ContinuousClock.now >= nextRound else { continue }
      nextRound = .now + Self.roundInterval
      for number in disconnecting {
        attempt(number) { (connection) throws(MQTTError) in try connection.maintain() }
      }
      // The others must be kept alive while they wait for their turn.
      maintainSome { _ in }
    }
  }
}
