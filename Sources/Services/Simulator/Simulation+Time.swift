import Synchronization
import Wire

/// What happens with time.
extension Simulation {
  /// Lets time pass; to be called some fifty times a second.
  ///
  /// - Returns: What is wanted of the connections.
  public func turn() -> [Wish] {
    let moment = now()
    return state.withLock { state in
      var wishes: [Wish] = []
      let ordersBefore = state.backEnd.count
      while let entry = state.timetable.next(until: moment.milliseconds) {
        // An entry that is not the earliest any more has been seen to already.
        guard state.seats[entry.who].scheduled == entry.due else { continue }
        state.seats[entry.who].scheduled = .max
        advance(entry.who, to: moment, in: &state, &wishes)
        settle(entry.who, in: &state)
      }
      if state.backEnd.count > ordersBefore { wishes.append(.order) }
      return wishes
    }
  }

  private func advance(
    _ number: Int, to moment: Timestamp, in state: inout State, _ wishes: inout [Wish]
  ) {
    state.seats[number].box.advance(to: moment)
    while let due = orderDue(state.seats[number], state), due <= moment.milliseconds {
      order(for: number, at: moment, in: &state)
    }
    if let due = state.seats[number].cutDue, due <= moment.milliseconds {
      state.seats[number].cutDue = nil
      if !state.isClosing {
        state.seats[number].cuts += 1
        state.seats[number].isCut = true
        state.counts.cuts += 1
        wishes.append(.cut(number, for: settings.absence))
        return
      }
    }
    if state.seats[number].isOnline, state.seats[number].box.outbox.isWaiting {
      wishes.append(.draw(number))
    }
  }

  /// Takes note of what a box has done, and of when it is to be looked after next.
  func settle(_ number: Int, in state: inout State) {
    let counts = state.seats[number].box.takeCounts()
    if counts != Counts() { state.counts.add(counts) }
    let seat = state.seats[number]
    let due = min(
      seat.box.due, seat.cutDue ?? .max, orderDue(seat, state) ?? .max)
    guard due < seat.scheduled else { return }
    state.seats[number].scheduled = due
    state.timetable.add(number, at: due)
  }

  /// When a box's next order is to be made.
  private func orderDue(_ seat: Seat, _ state: State) -> Int64? {
    guard settings.ordersPerMinute > 0, !state.isClosing, let since = seat.since,
      settings.ordersPerBox.map({ seat.ordersMade < $0 }) ?? true
    else { return nil }
    let pause = 60_000 / settings.ordersPerMinute
    let phase = Double(Chance.lot(settings.seed, 3, seat.place) % 1000) / 1000
    return since + Int64((Double(seat.ordersMade) + phase) * pause)
  }

  private func order(for number: Int, at moment: Timestamp, in state: inout State) {
    let seat = state.seats[number]
    state.seats[number].ordersMade += 1
    guard
      let order = book.order(
        seat.ordersMade, to: seat.box.topics[.command], at: seat.place, moment)
    else { return }
    state.backEnd.add(.message(order))
  }
}
