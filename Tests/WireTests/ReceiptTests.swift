import Testing
import Wire

@Suite struct `Receipts` {
  private let moment = Timestamp(milliseconds: 1_795_953_603_412)

  private func issuer() throws -> Issuer {
    Issuer(
      store: try #require(Identifier(rawValue: "s042")),
      box: try #require(Identifier(rawValue: "counter-1")), connectionNumber: 4711,
      clockIsSynced: true)
  }

  @Test func `of an announcement that was played is the protocol's`() throws {
    var times = Receipt.Times(received: Timestamp(milliseconds: 1_795_953_600_000))
    times.delivered = Timestamp(milliseconds: 1_795_953_600_001)
    times.started = Timestamp(milliseconds: 1_795_953_600_010)
    times.finished = moment
    var receipt = Receipt(
      .handled, event: EventID(id: "7421-created"), order: "7421", attempt: 1, times: times)
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
    (.duplicate, "duplicate", 1, true), (.failedClipMissing, "failed", 2, false),
    (.failedAudio, "failed", 3, false), (.failedCrashes, "failed", 4, false),
    (.expired, "expired", 5, false), (.rejectedMalformed, "rejected", 6, false),
    (.rejectedConflict, "rejected", 7, false), (.rejectedQueueFull, "rejected", 8, false),
    (.muted, "muted", 9, false), (.summarized, "summarized", 10, true),
  ])
  func `has the protocol's words and codes`(
    outcome: Outcome, name: String, code: Int, settles: Bool
  ) {
    #expect(outcome.name == name)
    #expect(outcome.code == code)
    #expect(outcome.settlesID == settles)
    #expect(outcome.isFailure == ["failed", "expired", "rejected"].contains(name))
    #expect(Outcome(name: name, code: code, settlesID: !settles).settlesID == settles)
  }

  @Test func `have outcomes of which no two share name and code, or label`() {
    #expect(Set(Outcome.all).count == Outcome.all.count)
    #expect(Set(Outcome.labels).count == Outcome.labels.count)
  }

  /// The receipt of a box of another version.
  private func unknown(_ name: String, _ code: Int, hasHandled: Bool) throws -> [UInt8] {
    var receipt = Receipt(
      .handled, event: EventID(id: "a"), order: "a", attempt: 1,
      times: Receipt.Times(received: moment))
    receipt.outcome = Outcome(name: name, code: code, settlesID: hasHandled)
    receipt.hasHandled = hasHandled
    return Array(receipt.json(from: try issuer(), seq: 7, at: moment).encoded.utf8)
  }

  @Test(arguments: [
    ("failed", 11, false, true), ("failed", 11, true, true), ("expired", 70, false, true),
    ("rejected", -1, false, true), ("played", 71, true, false), ("muted", 12, false, false),
    ("played_quietly", 13, true, false), ("lost in thought", 14, false, true),
    ("failed_audio", 3, false, true), ("played", 71, false, false),
  ])
  func `of an unknown outcome are read, kept and written as they came`(
    name: String, code: Int, hasHandled: Bool, isFailure: Bool
  ) throws {
    let payload = try unknown(name, code, hasHandled: hasHandled)
    let issued = try IssuedReceipt(payload: payload, topicKind: .handled)
    let outcome = try #require(issued.receipt.outcome)
    #expect(outcome.name == name)
    #expect(outcome.code == code)
    #expect(outcome.label == "unknown")
    #expect(outcome.settlesID == hasHandled)
    #expect(outcome.isFailure == isFailure)
    #expect(issued.seq == 7)
    let again = issued.receipt.json(from: try issuer(), seq: 7, at: moment).encoded
    #expect(again == String(decoding: payload, as: UTF8.self))
  }

  @Test(arguments: [
    (#""outcome":"played","#, "", "outcome: is missing"),
    (#""outcome":"played""#, #""outcome":"""#, "outcome: is missing"),
    (#""outcome":"played""#, #""outcome":7"#, "outcome: a string is wanted, not a number"),
    (#""code":0,"#, "", "code: is missing"),
    (#""code":0"#, #""code":1.5"#, "code: an integer is wanted, not '1.5'"),
  ])
  func `without an outcome or its code are refused`(
    part: String, other: String, reason: String
  ) throws {
    let text = String(decoding: try unknown("played", 0, hasHandled: true), as: UTF8.self)
    let parts = text.split(separator: part)
    try #require(parts.count == 2)
    let error = #expect(throws: Refusal.self) {
      try IssuedReceipt(payload: Array(parts.joined(separator: other).utf8), topicKind: .handled)
    }
    #expect(error?.description == reason)
  }

  @Test func `of an unknown kind are read, and written as they came`() throws {
    let receipt = Receipt(
      Receipt.Kind(rawValue: "started"), event: EventID(id: "a"), order: "a", attempt: 1,
      times: Receipt.Times(received: moment))
    let text = receipt.json(from: try issuer(), seq: 7, at: moment).encoded
    let issued = try IssuedReceipt(payload: Array(text.utf8), topicKind: .delivered)
    #expect(issued.receipt == receipt)
    #expect(!issued.receipt.kind.isKnown)
    #expect(issued.receipt.json(from: try issuer(), seq: issued.seq, at: moment).encoded == text)
  }

  @Test func `of the other known kind than their topic's are refused`() throws {
    let payload = try unknown("played", 0, hasHandled: true)
    #expect(throws: Refusal("receipt", "delivered is wanted, as the topic says")) {
      try IssuedReceipt(payload: payload, topicKind: .delivered)
    }
  }

  @Test(arguments: ["online", "lost", "offline", "asleep"])
  func `of a state keep it, known or not`(state: String) throws {
    let text = BoxState(rawValue: state).json(connectionNumber: 7, at: moment).encoded
    let report = try StateReport(payload: Array(text.utf8))
    #expect(report.state.rawValue == state)
    #expect(report.connectionNumber == 7)
    #expect(report.at == moment)
  }

  @Test func `of a state names its connection`() {
    #expect(
      BoxState.lost.json(connectionNumber: 7, at: moment).encoded
        == #"{"state":"lost","session":7,"at":"2026-11-29T12:00:03.412Z"}"#)
  }
}
