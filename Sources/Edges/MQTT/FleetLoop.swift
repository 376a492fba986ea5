import Glibc
import Interop
import Messaging

/// The connections of a fleet as its thread turns them.
final class FleetLoop {
  /// One connection's place.
  struct Slot {
    var connection: Connection?
    var backoff: Backoff
    /// When to try to connect next.
    var notBefore = ContinuousClock.now
    /// Whether the poller waits for room to write.
    var awaitsRoom = false
  }

  /// How long one turn waits for anything to happen.
  static let pace = Duration.milliseconds(20)
  /// How many may be on their way in or out at once: a broker's backlog is short.
  static let mostOnTheirWay = 64
  /// How long a connection must have stood for its loss to be a new trouble, not the old one again.
  static let steady = Duration.seconds(60)

  let fleet: LinkFleet
  var seats: [Slot]
  /// How many are not online yet.
  var arriving: Set<Int> = []
  private var nextToTend = 0

  init(_ fleet: LinkFleet) {
    self.fleet = fleet
    seats = fleet.members.map { _ in Slot(backoff: fleet.backoff) }
  }

  /// Turns all connections, and ends them once that is wanted.
  func work(until stop: StopSignal) {
    var nextRound = ContinuousClock.now
    while !stop.isRequested {
      take(fleet.poller.wait(atMost: Int32(clamping: Self.pace.milliseconds)))
      guard ContinuousClock.now >= nextRound else { continue }
      nextRound = .now + Self.pace
      grant(fleet.wishes())
      makeRound()
    }
    endAll()
  }

  /// Deals with what has come.
  func take(_ events: [Poller.Event]) {
    for event in events {
      attempt(event.mark) { (connection) throws(MQTTError) in
        try connection.deal(isReadable: event.isReadable)
      }
    }
  }

  private func grant(_ wishes: [LinkFleet.Command]) {
    for wish in wishes {
      switch wish {
      case .draw(let number):
        attempt(number) { (connection) throws(MQTTError) in
          connection.isHungry = true
          try connection.draw()
          connection.report()
        }
      case .cut(let number, let time):
        attempt(number) { (connection) throws(MQTTError) in
          connection.client.sever()
          throw .owner(CutOff(), "stay connected to \(connection.client.address)")
        }
        seats[number].notBefore = .now + time
      }
    }
  }

  /// Looks after a part of the connections, all of them about once a second, and opens some.
  private func makeRound() {
    var mayOpen = max(1, fleet.connectsPerSecond / 50)
    tendSome { number in
      guard mayOpen > 0, arriving.count < Self.mostOnTheirWay,
        ContinuousClock.now >= seats[number].notBefore
      else { return }
      mayOpen -= 1
      open(number)
    }
  }

  /// Looks after a part of the connections, and does something about those that are not there.
  func tendSome(absent: (Int) -> Void) {
    guard !seats.isEmpty else { return }
    for _ in 0..<min(seats.count, max(50, seats.count / 50)) {
      let number = nextToTend
      nextToTend = (nextToTend + 1) % seats.count
      guard seats[number].connection != nil else {
        absent(number)
        continue
      }
      attempt(number) { (connection) throws(MQTTError) in
        try connection.draw()
        connection.report()
        try connection.tend()
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
      let awaitsRoom = client.wantsWrite
      do {
        try fleet.poller.add(client.socket, mark: number, wantsWrite: awaitsRoom)
      } catch {
        throw .owner(error, "connect to \(fleet.broker.address)")
      }
      seats[number].connection = connection
      seats[number].awaitsRoom = awaitsRoom
      arriving.insert(number)
    } catch {
      close(number, after: error)
    }
  }

  /// Does something with a connection, which is closed if that fails.
  func attempt(_ number: Int, _ body: (Connection) throws(MQTTError) -> Void) {
    guard let connection = seats[number].connection else { return }
    do throws(MQTTError) {
      try body(connection)
      if connection.hasLeft {
        seats[number].connection = nil
        arriving.remove(number)
        return
      }
      if connection.onlineSince != nil { arriving.remove(number) }
      try awaitRoom(number, connection.client)
    } catch {
      connection.salvage()
      close(number, after: error)
    }
  }

  private func awaitRoom(_ number: Int, _ client: Client) throws(MQTTError) {
    let wantsWrite = client.wantsWrite
    guard wantsWrite != seats[number].awaitsRoom else { return }
    do {
      try fleet.poller.change(client.socket, mark: number, wantsWrite: wantsWrite)
    } catch {
      throw .owner(error, "write to \(client.address)")
    }
    seats[number].awaitsRoom = wantsWrite
  }

  private func close(_ number: Int, after error: MQTTError) {
    let stood = seats[number].connection?.onlineSince.map { .now - $0 } ?? Duration.zero
    seats[number].connection = nil
    arriving.remove(number)
    if stood >= Self.steady { seats[number].backoff.reset() }
    seats[number].notBefore = .now + seats[number].backoff.next()
    fleet.members[number].events.changed(to: .offline(error))
  }
}

/// A connection was cut because its owner wished it.
private struct CutOff: Error, CustomStringConvertible {
  var description: String { "cut on purpose" }
}

extension FleetLoop {
  /// Says goodbye on all connections, a few of them at a time.
  func endAll() {
    var leaving: Set<Int> = []
    var next = 0
    var nextRound = ContinuousClock.now
    while true {
      leaving = leaving.filter { seats[$0].connection != nil }
      while next < seats.count, leaving.count < Self.mostOnTheirWay {
        attempt(next) { (connection) throws(MQTTError) in try connection.leave() }
        if seats[next].connection != nil { leaving.insert(next) }
        next += 1
      }
      guard next < seats.count || !leaving.isEmpty else { return }
      take(fleet.poller.wait(atMost: Int32(clamping: Self.pace.milliseconds)))
      guard ContinuousClock.now >= nextRound else { continue }
      nextRound = .now + Self.pace
      for number in leaving {
        attempt(number) { (connection) throws(MQTTError) in try connection.tend() }
      }
      // The others must not be taken for dead while they wait for their turn.
      tendSome { _ in }
    }
  }
}
