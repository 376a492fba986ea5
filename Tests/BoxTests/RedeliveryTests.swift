import Messaging
import Orders
import TestKit
import Testing
import Wire

@testable import Box

/// What the broker sends again since it lacks our acknowledgement (MQTT 5.0, 4.4).
@Suite(.timeLimit(.minutes(1))) struct `A message without an id that the broker sends again` {
  private static let payment = Array(#"{"money":"5"}"#.utf8)

  private func message(
    _ identifier: UInt16, dup: Bool = false, _ payload: [UInt8] = payment
  ) -> Message {
    Message(
      topic: "pay", payload: payload,
      packet: Message.Packet(identifier: identifier, isDuplicate: dup))
  }

  private func take(_ box: TestBox, _ messages: Message...) throws {
    try box.inbox.take(messages, at: box.clock.boxClock.moment)
  }

  @Test func `is the same event, before and after it has been announced`() async throws {
    try await withBox { box in
      _ = try box.journal.nextConnectionNumber()
      try take(box, message(7))
      _ = try box.journal.nextConnectionNumber()
      try take(box, message(7, dup: true))
      let receipts = try await box.speak(untilReceipts: 3)
      #expect(receipts.map(\.receipt) == ["delivered", "delivered", "handled"])
      #expect(Set(receipts.map(\.id)).count == 1)
      try take(box, message(7, dup: true))
      #expect(
        try box.drain().map(\.line).allSatisfy { $0.hasSuffix("*") })
      #expect(box.speaker.said.count == 1)
    }
  }

  @Test func `is remembered over a power cut`() async throws {
    try await withBox { box in
      _ = try box.journal.nextConnectionNumber()
      try take(box, message(7))
      let again = try TestBox(try box.powerCut())
      _ = try again.journal.nextConnectionNumber()
      try take(again, message(7, dup: true))
      #expect(again.journal.waitingCount == 1)
    }
  }

  @Test func `stays two events in two packets`() async throws {
    try await withBox { box in
      _ = try box.journal.nextConnectionNumber()
      try take(box, message(7), message(8))
      try take(box, message(7, dup: true), message(8, dup: true))
      #expect(box.journal.waitingCount == 2)
    }
  }

  @Test func `is another event with another payload or without the DUP flag`() async throws {
    try await withBox { box in
      try take(box, message(7))
      try take(box, message(7, dup: true, Array(#"{"money":"6"}"#.utf8)))
      try take(box, message(7))
      #expect(box.journal.waitingCount == 3)
    }
  }

  /// A receipt that the broker has was sent after our acknowledgement of the packet, on one connection:
  /// the broker uses the identifier anew.
  @Test func `is another event once the broker must have had our acknowledgement`() async throws {
    try await withBox { box in
      _ = try box.journal.nextConnectionNumber()
      try take(box, message(7))
      _ = try box.drain()
      try take(box, message(7, dup: true))
      #expect(box.journal.waitingCount == 2)
    }
  }

  @Test func `is not proved by a receipt that a later connection has published`() async throws {
    try await withBox { box in
      _ = try box.journal.nextConnectionNumber()
      try take(box, message(7))
      _ = try box.journal.nextConnectionNumber()
      _ = try box.drain()
      try take(box, message(7, dup: true))
      #expect(box.journal.waitingCount == 1)
    }
  }

  @Test func `is another event when the broker has lost the session`() async throws {
    try await withBox { box in
      try take(box, message(7))
      try box.inbox.forgetPackets()
      try take(box, message(7, dup: true))
      #expect(box.journal.waitingCount == 2)
    }
  }

  @Test func `may be a list: each element is known again`() async throws {
    var rule = OrderRule(
      topic: try #require(TopicFilter(rawValue: "pay")),
      say: try SayTemplate("payment.received money:CNY{each.a}"))
    rule.each = FieldPath(".")
    let list = Array(#"[{"a":1},{"a":1}]"#.utf8)
    try await withBox(rules: [rule]) { box in
      try take(box, message(7, list))
      try take(box, message(7, dup: true, list))
      #expect(box.journal.waitingCount == 2)
    }
  }
}
