public import Messaging
import Synchronization
import Wire

/// What the connections of the boxes tell and ask.
extension Simulation {
  /// Prepares a box's connection.
  ///
  /// - Parameter number: The box.
  /// - Returns: Will, birth and goodbye.
  public func connecting(_ number: Int) -> PresenceMessages {
    with(number) { seat, moment in seat.box.connecting(at: moment) }
  }

  /// Tells that a box's connection stands.
  ///
  /// - Parameter number: The box.
  public func online(_ number: Int) {
    with(number) { seat, moment in
      seat.isOnline = true
      if seat.since == nil { seat.since = moment.milliseconds }
      seat.box.connected(at: moment)
      seat.box.counts.connects += 1
      seat.box.counts.online += 1
      let absence = settings.absence.milliseconds
      if seat.loses, absence > 0 {
        let share = Int64(Chance.lot(settings.seed, 2, seat.place) % UInt64(absence))
        // The first time at a moment of its own, later after as long as it was away.
        seat.cutDue = moment.milliseconds + (seat.cuts > 0 ? absence : share)
      }
    }
  }

  /// Tells that a box's connection has ended, or that an attempt has failed.
  ///
  /// - Parameter number: The box.
  /// - Returns: Whether it was cut on purpose.
  @discardableResult public func offline(_ number: Int) -> Bool {
    with(number) { seat, _ in
      defer { seat.isCut = false }
      guard seat.isOnline else { return false }
      seat.isOnline = false
      seat.cutDue = nil
      seat.box.counts.online -= 1
      return seat.isCut
    }
  }

  /// Hands messages to a box.
  ///
  /// - Parameters:
  ///   - messages: The messages.
  ///   - number: The box.
  public func take(_ messages: [Message], for number: Int) {
    with(number) { seat, moment in
      for message in messages { seat.box.take(message, at: moment) }
    }
  }

  /// What gives out a box's publications.
  ///
  /// - Parameter number: The box.
  /// - Returns: The source for the box's connection.
  public func source(of number: Int) -> any PublicationSource {
    BoxSource(simulation: self, number: number)
  }

  private struct BoxSource: PublicationSource {
    let simulation: Simulation
    let number: Int

    var publisher: PublisherName { .virtualBox }

    func restart() {
      simulation.state.withLock { $0.seats[number].box.outbox.restart() }
    }

    func next(atMost count: Int) -> [Publication] {
      simulation.state.withLock { $0.seats[number].box.next(atMost: count) }
    }

    func note(_ results: [PublicationResult]) {
      simulation.with(number) { seat, _ in
        for result in results { seat.box.sent(result.token.number) }
      }
    }
  }

  private func with<Result: Sendable>(
    _ number: Int, _ body: (inout Seat, Timestamp) -> Result
  ) -> Result {
    state.withLock { state in
      let result = body(&state.seats[number], now())
      settle(number, in: &state)
      return result
    }
  }
}

extension PublisherName {
  static let virtualBox = PublisherName(rawValue: "box")
}
