import Interop
import Service
import Voice

@testable import Bridge

extension TestBox {
  /// A desk for this box's journal, which the test works by itself.
  func desk(_ policy: QueuePolicy = QueuePolicy()) throws -> AnnouncementDesk {
    let phrasebook = Phrasebook(pack: try SmallPack.make(), repetition: policy.repetition)
    let notices = notices
    return AnnouncementDesk(
      queue: AnnouncementQueue(policy: policy, canSay: phrasebook.canSay), journal: journal,
      phrasebook: phrasebook, clock: clock.boxClock, status: status, selfTests: SelfTests(),
      acknowledge: { notices.add(Notice(topic: "acknowledged", body: $0)) }, outboxChanged: {},
      backoff: Backoff(), log: Log { _ in }, observe: { _ in })
  }
}
