import Testing
import Wire

@Suite struct `Receipts` {
  private let moment = Timestamp(milliseconds: 1_795_953_603_412)

  private func issuer() throws -> Issuer {
    Issuer(
      store: try #require(Identifier(rawValue: "s042")),
      box: try #require(Identifier(rawValue: "counter-1")), session: 4711, clockIsSynced: true)
  }

  @Test func `of an announcement that was played is the protocol's`() throws {
    var times = Receipt.Times(received: Timestamp(milliseconds: 1_795_953_600_000))
    times.delivered = Timestamp(milliseconds: 1_795_953_600_001)
    times.started = Timestamp(milliseconds: 1_795_953_600_010)
    times.finished = moment
    var receipt = Receipt(.handled, id: "7421-created", order: "7421", attempt: 1, times: times)
    receipt.outcome = .played
    receipt.rounds = 1
    receipt.spoken = "新订单 一百二十八号 八十八点五元"
    receipt.hasHandled = true
    #expect(
      receipt.json(from: try issuer(), seq: 812, at: moment).encoded
        == #"{"v":1,"receipt":"handled","id":"7421-created","order":"7421","store":"s042","box":"counter-1","#
        + #""attempt":1,"outcome":"played","code":0,"reason":null,"seq":812,"session":4711,"#
        + #""at":"2026-11-29T12:00:03.412Z","times":{"received":"2026-11-29T12:00:00.000Z","#
        + #""delivered":"2026-11-29T12:00:00.001Z","started":"2026-11-29T12:00:00.010Z","#
        + #""finished":"2026-11-29T12:00:03.412Z"},"rounds":1,"channel":"mqtt","#
        + #""spoken":"新订单 一百二十八号 八十八点五元","clock":"synced","duplicate":false,"hasHandled":1}"#)
  }

  @Test(arguments: [
    (Outcome.played, "played", 0, true), (.stopped, "stopped", 0, true),
    (.duplicate, "duplicate", 1, true), (.failed(.clipMissing), "failed", 2, false),
    (.failed(.audio), "failed", 3, false), (.failed(.crashes), "failed", 4, false),
    (.expired, "expired", 5, false), (.rejected(.malformed), "rejected", 6, false),
    (.rejected(.conflict), "rejected", 7, false), (.rejected(.queueFull), "rejected", 8, false),
    (.muted, "muted", 9, false), (.summarized, "summarized", 10, true),
  ])
  func `has the protocol's words and codes`(
    outcome: Outcome, name: String, code: Int, settles: Bool
  ) {
    #expect(outcome.name == name)
    #expect(outcome.code == code)
    #expect(outcome.settlesID == settles)
  }

  @Test func `of a state names its session`() {
    #expect(
      BoxState.lost.json(session: 7, at: moment).encoded
        == #"{"state":"lost","session":7,"at":"2026-11-29T12:00:03.412Z"}"#)
  }
}
