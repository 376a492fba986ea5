import Interop
import Service
import Voice

@testable import Box

extension TestBox {
  /// A processor for this box's journal, which the test works by itself.
  func processor(_ policy: QueuePolicy = QueuePolicy()) throws -> AnnouncementProcessor {
    let scriptBuilder = ScriptBuilder(pack: try SmallPack.make(), repetition: policy.repetition)
    let notices = notices
    return AnnouncementProcessor(
      queue: AnnouncementQueue(policy: policy, canSay: scriptBuilder.canSay), journal: journal,
      scriptBuilder: scriptBuilder, clock: clock.boxClock, status: status, selfTests: SelfTests(),
      acknowledge: { notices.add(Notice(topic: "acknowledged", body: $0)) }, outboxChanged: {},
      backoff: Backoff(), log: Log { _ in }, observe: { _ in })
  }
}
