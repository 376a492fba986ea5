import Interop
import Service
import TestKit
import Testing
import Voice
import Wire

@testable import Bridge

@Suite(.timeLimit(.minutes(1))) struct `The desk of announcements` {
  @Test func `ends what starts in the same batch as its acknowledgement comes`() async throws {
    try await withBox { box in
      let phrasebook = Phrasebook(pack: try SmallPack.make(), repetition: Repetition())
      var desk = AnnouncementDesk(
        queue: AnnouncementQueue(policy: QueuePolicy(), canSay: phrasebook.canSay),
        journal: box.journal, phrasebook: phrasebook, clock: box.clock.boxClock,
        status: box.status, selfTests: SelfTests(), acknowledge: { _ in }, outboxChanged: {},
        backoff: Backoff(), log: Log { _ in }, observe: { _ in })
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      #expect(try desk.open().count == 1)
      let jobs = try desk.deal(with: [.deviceReady, .acknowledged(order: "a", by: "the cook")])
      guard case .speak(_, _, let interruption)? = jobs.first else {
        Issue.record("nothing is spoken")
        return
      }
      let cuts = Cuts()
      interruption.attach(cuts.note)
      #expect(cuts.all == [.soon])
    }
  }
}
