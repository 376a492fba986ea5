import Synchronization
import Wire

/// What the connection of the back end tells and asks.
extension Simulation {
  /// Tells that the back end connects anew.
  public func backEndConnecting() { state.withLock { $0.backEnd.restart() } }

  /// Asks which orders are published next.
  ///
  /// - Parameter count: The most to give out.
  /// - Returns: The orders; they are given out again after the next ``backEndConnecting()``.
  public func nextOrders(atMost count: Int) -> [Outgoing] {
    state.withLock { state in
      state.backEnd.next(atMost: count).compactMap { token, what in
        guard case .message(var order) = what else { return nil }
        order.token = token
        return order
      }
    }
  }

  /// Tells what the broker said to orders.
  ///
  /// - Parameter results: The orders' marks, and whether a box is there to get them.
  public func ordered(_ results: [(token: Int64, isTaken: Bool)]) {
    state.withLock { state in
      for result in results {
        _ = state.backEnd.sent(result.token)
        if result.isTaken { state.counts.published += 1 }
      }
    }
  }
}
