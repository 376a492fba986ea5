import Interop
import Voice

@testable import Box

extension TestBox {
  /// A processor for this box's journal, which the test operates itself.
  func processor(_ policy: QueuePolicy = QueuePolicy()) throws -> AnnouncementProcessor {
    let scriptBuilder = ScriptBuilder(pack: try SmallPack.make(), repetition: policy.repetition)
    return AnnouncementProcessor(
      context, policy: policy, scriptBuilder: scriptBuilder, backoff: Backoff())
  }
}

extension AnnouncementProcessor {
  mutating func handle(_ events: [QueueEvent]) throws -> [Job] {
    try handle(events.map { .queue($0) })
  }

  mutating func close(with events: [QueueEvent]) throws {
    try close(with: events.map { EventQueue.Event.queue($0) })
  }
}
