public import Messaging
import Synchronization
import Wire

extension Simulation {
  /// What gives out the orders of the back end.
  public var orders: any PublicationSource { BackEndSource(simulation: self) }

  private struct BackEndSource: PublicationSource {
    let simulation: Simulation

    var publisher: PublisherName { .backEnd }

    func restart() { simulation.state.withLock { $0.backEnd.restart() } }

    func next(atMost count: Int) -> [Publication] {
      simulation.state.withLock { state in
        state.backEnd.next(atMost: count).compactMap { number, content in
          guard case .message(var order) = content else { return nil }
          order.token = PublicationToken(publisher, number)
          return order
        }
      }
    }

    func note(_ results: [PublicationResult]) {
      simulation.state.withLock { state in
        for result in results {
          _ = state.backEnd.sent(result.token.number)
          // An order that no box is there to get does not count.
          if result.status == .accepted { state.counts.published += 1 }
        }
      }
    }
  }
}

extension PublisherName {
  fileprivate static let backEnd = PublisherName(rawValue: "back-end")
}
