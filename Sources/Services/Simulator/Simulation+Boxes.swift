import Synchronization
import Wire

/// What the connections of the boxes tell and ask.
extension Simulation {
  /// Prepares a box's connection.
  ///
  /// - Parameter number: The box.
  /// - Returns: Birth, will and goodbye.
  public func connecting(_ number: Int) -> VirtualBox.Presence {
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
  public func take(_ messages: [Arrival], for number: Int) {
    with(number) { seat, moment in
      for message in messages { seat.box.take(message, at: moment) }
    }
  }

  /// Asks what a box publishes next.
  ///
  /// - Parameters:
  ///   - number: The box.
  ///   - count: The most to give out.
  /// - Returns: The messages; they are given out again after the next ``connecting(_:)``.
  public func next(_ number: Int, atMost count: Int) -> [Outgoing] {
    state.withLock { $0.seats[number].box.next(atMost: count) }
  }

  /// Tells that the broker has a box's messages.
  ///
  /// - Parameters:
  ///   - tokens: The messages' marks.
  ///   - number: The box.
  public func sent(_ tokens: [Int64], by number: Int) {
    with(number) { seat, _ in for token in tokens { seat.box.sent(token) } }
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
