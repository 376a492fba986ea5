import Synchronization
import Wire

/// The passing of time.
extension Simulation {
  /// Advances to now; to be called some fifty times a second.
  ///
  /// - Returns: The commands for the connections.
  public func turn() -> [ConnectionCommand] {
    let moment = now()
    return state.withLock { state in
      var commands: [ConnectionCommand] = []
      let ordersBefore = state.backEnd.count
      while let entry = state.timers.next(until: moment.milliseconds) {
        // A timer that is no longer the box's earliest has been superseded.
        guard state.slots[entry.number].scheduled == entry.due else { continue }
        state.slots[entry.number].scheduled = .max
        advance(entry.number, to: moment, in: &state, &commands)
        settle(entry.number, in: &state)
      }
      if state.backEnd.count > ordersBefore { commands.append(.publishOrders) }
      return commands
    }
  }

  private func advance(
    _ number: Int, to moment: Timestamp, in state: inout State,
    _ commands: inout [ConnectionCommand]
  ) {
    state.slots[number].box.advance(to: moment)
    while let due = orderDue(state.slots[number], state), due <= moment.milliseconds {
      order(for: number, at: moment, in: &state)
    }
    if let due = state.slots[number].cutDue, due <= moment.milliseconds {
      state.slots[number].cutDue = nil
      if !state.isClosing {
        state.slots[number].cuts += 1
        state.slots[number].isCut = true
        state.counts.cuts += 1
        commands.append(.cut(number, for: settings.absence))
        return
      }
    }
    if state.slots[number].isOnline, state.slots[number].box.outbox.isWaiting {
      commands.append(.publish(number))
    }
  }

  /// Collects the counts of a box, and sets its next timer.
  func settle(_ number: Int, in state: inout State) {
    let counts = state.slots[number].box.takeCounts()
    if counts != Counts() { state.counts.add(counts) }
    let slot = state.slots[number]
    let due = min(
      slot.box.due, slot.cutDue ?? .max, orderDue(slot, state) ?? .max)
    guard due < slot.scheduled else { return }
    state.slots[number].scheduled = due
    state.timers.add(number, at: due)
  }

  /// When a box's next order is to be made.
  private func orderDue(_ slot: Slot, _ state: State) -> Int64? {
    guard settings.ordersPerMinute > 0, !state.isClosing, let since = slot.since,
      settings.ordersPerBox.map({ slot.ordersMade < $0 }) ?? true
    else { return nil }
    let pause = 60_000 / settings.ordersPerMinute
    let phase = Double(SeededRandom.value(settings.seed, 3, slot.place) % 1000) / 1000
    return since + Int64((Double(slot.ordersMade) + phase) * pause)
  }

  private func order(for number: Int, at moment: Timestamp, in state: inout State) {
    let slot = state.slots[number]
    state.slots[number].ordersMade += 1
    guard
      let order = orderGenerator.order(
        slot.ordersMade, to: slot.box.topics[.command], at: slot.place, moment)
    else { return }
    state.backEnd.add(.message(order))
  }
}
