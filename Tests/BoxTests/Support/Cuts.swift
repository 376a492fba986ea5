import Box
import Synchronization

/// The wishes to end an announcement, in order.
final class Cuts: Sendable {
  private let cuts = Mutex<[Cut]>([])

  var all: [Cut] { cuts.withLock { $0 } }

  @Sendable func note(_ cut: Cut) { cuts.withLock { $0.append(cut) } }
}
