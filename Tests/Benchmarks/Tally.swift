import FoundationEssentials
import MQTT
import Messaging
import Synchronization

/// What the box says became of each of the orders of ``BoxUnderTest/order(_:)``.
final class Tally: Sendable {
  private struct Receipt: Decodable {
    var receipt: String
    var id: String
    var outcome: String?
  }

  private struct State {
    /// How many receipts of a kind came for an id.
    var counts: [String: [String: Int]] = [:]
    var outcomes: [String: Int] = [:]
  }

  /// When each order was receipted for the first time.
  let delivered = Arrivals()
  let handled = Arrivals()
  private let state = Mutex(State())

  /// Takes a receipt; those of summaries and of other commands are not counted.
  func take(_ message: Message) {
    guard let receipt = try? JSONDecoder().decode(Receipt.self, from: Data(message.payload)),
      receipt.id.hasPrefix(BoxUnderTest.idPrefix)
    else { return }
    let isFirst = state.withLock { state in
      state.counts[receipt.receipt, default: [:]][receipt.id, default: 0] += 1
      if let outcome = receipt.outcome { state.outcomes[outcome, default: 0] += 1 }
      return state.counts[receipt.receipt]?[receipt.id] == 1
    }
    if isFirst { (receipt.receipt == "handled" ? handled : delivered).note(message) }
  }

  /// How many orders ended in each way.
  var outcomes: [String: Int] { state.withLock { $0.outcomes } }

  /// Whether so many orders have got exactly one receipt of each kind.
  func isOnce(_ count: Int) -> Bool {
    state.withLock { state in
      ["delivered", "handled"].allSatisfy { kind in
        let counts = state.counts[kind] ?? [:]
        return counts.count == count && counts.values.allSatisfy { $0 == 1 }
      }
    }
  }

  /// Begins to count anew.
  func forget() { state.withLock { $0 = State() } }
}
