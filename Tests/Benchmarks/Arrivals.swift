import MQTT
import Messaging
import Synchronization

/// When messages came, told from the link's thread to the one that measures.
final class Arrivals: Sendable {
  private let (moments, moment) = AsyncStream<ContinuousClock.Instant>.makeStream()
  private let counts: @Sendable (Message) -> Bool

  init(counting counts: @escaping @Sendable (Message) -> Bool = { _ in true }) {
    self.counts = counts
  }

  func note(_ message: Message) { if counts(message) { moment.yield(.now) } }

  /// The moment of the next message.
  func next() async -> ContinuousClock.Instant {
    for await moment in moments { return moment }
    return .now
  }

  /// The moment of the last of so many messages.
  func last(of count: Int) async -> ContinuousClock.Instant {
    var last = ContinuousClock.now
    var left = count
    guard left > 0 else { return last }
    for await moment in moments {
      last = moment
      left -= 1
      if left == 0 { break }
    }
    return last
  }
}
