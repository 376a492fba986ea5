public import Messaging
import Synchronization
import Wire

/// The events of the connections.
extension Simulation {
  /// Prepares a box's connection.
  ///
  /// - Parameter number: The box.
  /// - Returns: Will, birth and goodbye.
  public func connecting(_ number: Int) -> PresenceMessages {
    with(number) { slot, moment in slot.box.connecting(at: moment) }
  }

  /// Records that a box is online.
  ///
  /// - Parameter number: The box.
  public func online(_ number: Int) {
    with(number) { slot, moment in
      slot.isOnline = true
      if slot.since == nil { slot.since = moment.milliseconds }
      slot.box.connected(at: moment)
      slot.box.counts.connects += 1
      slot.box.counts.online += 1
      let absence = settings.absence.milliseconds
      if slot.loses, absence > 0 {
        let share = Int64(SeededRandom.value(settings.seed, 2, slot.place) % UInt64(absence))
        // The first cut is at a random moment; later ones follow after as long as the box was offline.
        slot.cutDue = moment.milliseconds + (slot.cuts > 0 ? absence : share)
      }
    }
  }

  /// Records that a box's connection has ended, or that an attempt has failed.
  ///
  /// - Parameter number: The box.
  /// - Returns: Whether it was cut on purpose.
  @discardableResult public func offline(_ number: Int) -> Bool {
    with(number) { slot, _ in
      defer { slot.isCut = false }
      guard slot.isOnline else { return false }
      slot.isOnline = false
      slot.cutDue = nil
      slot.box.counts.online -= 1
      return slot.isCut
    }
  }

  /// Hands messages to a box.
  ///
  /// - Parameters:
  ///   - messages: The messages.
  ///   - number: The box.
  public func take(_ messages: [Message], for number: Int) {
    with(number) { slot, moment in
      for message in messages { slot.box.take(message, at: moment) }
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
      simulation.state.withLock { $0.slots[number].box.outbox.restart() }
    }

    func next(atMost count: Int) -> [Publication] {
      simulation.state.withLock { $0.slots[number].box.next(atMost: count) }
    }

    func note(_ results: [PublicationResult]) {
      simulation.with(number) { slot, _ in
        for result in results { slot.box.sent(result.token.number) }
      }
    }
  }

  private func with<Result: Sendable>(
    _ number: Int, _ body: (inout Slot, Timestamp) -> Result
  ) -> Result {
    state.withLock { state in
      let result = body(&state.slots[number], now())
      settle(number, in: &state)
      return result
    }
  }
}

extension PublisherName {
  static let virtualBox = PublisherName(rawValue: "box")
}
