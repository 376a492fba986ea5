import Box
import Messaging
import Testing

@Suite(.timeLimit(.minutes(1))) struct `What cannot be announced` {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let payload: [UInt8]
    let topic: String
    let reason: String
    let id: String?
    var testDescription: String { name }

    init(
      _ name: String, _ payload: some Sequence<UInt8>, _ reason: String, id: String? = nil,
      topic: String = TestBox.commands
    ) {
      (self.name, self.payload, self.reason) = (name, Array(payload), reason)
      (self.topic, self.id) = (topic, id)
    }
  }

  private static func pay(_ members: String, _ reason: String) -> Case {
    Case(
      members, "{\"request_id\":\"p\",\"broadcast_type\":2,\(members)}".utf8, reason, id: "p",
      topic: "pay")
  }

  private static func deep(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  static let messages = [
    Case("empty", [], "message: not JSON at byte 0: the message is empty"),
    Case("NUL", [0], "message: not JSON at byte 0: not UTF-8"),
    Case("U+0000", "{\"id\":\"\\u0000\"}".utf8, "message: not JSON"),
    Case("bad UTF-8", [0x22, 0xC3, 0x28, 0x22], "message: not JSON at byte 1: invalid UTF-8"),
    Case("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "message: not JSON at byte 0: not UTF-8"),
    Case("byte order mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "message: not JSON at byte 0: a byte"),
    Case("512 deep", deep(512).utf8, "message: not JSON"),
    Case("513 deep", deep(513).utf8, "message: not JSON"),
    Case("30,000 deep", deep(30_000).utf8, "message: not JSON"),
    Case("100,000 deep", deep(100_000).utf8, "message: not JSON"),
    Case("equal keys", "{\"id\":\"a\",\"id\":\"b\"}".utf8, "message: not JSON"),
    Case("open", "{\"id\":\"a\"".utf8, "message: not JSON"),
    Case("text behind", "{} {}".utf8, "message: not JSON"),
    Case("lone surrogate", "{\"id\":\"\\ud800\"}".utf8, "message: not JSON"),
    Case("a number", "12".utf8, "message: an object is wanted, not a number"),
    Case("nothing said", "{\"id\":\"n\"}".utf8, "aps.soundCommand: is missing", id: "n"),
    Case("no id", TestBox.command("").utf8, "id: must not be empty"),
    Case(
      "control characters", TestBox.command("\\u001b[31m").utf8, "id: control characters are"),
    Case(
      "long id", TestBox.command(String(repeating: "x", count: 129)).utf8, "id: 129 bytes long"),
    Case(
      "1 MB", "{\"id\":\"\(String(repeating: "x", count: 1_048_576))\"}".utf8,
      "message: 1048585 bytes long, more than 1048576"),
    Case(
      "volume 2^63", TestBox.command("v", "chime", "\"volume\":9223372036854775808").utf8,
      "volume: an integer is wanted", id: "v"),
    Case(
      "volume 1e999", TestBox.command("v", "chime", "\"volume\":1e999").utf8,
      "volume: an integer is wanted", id: "v"),
    Case(
      "volume 101", TestBox.command("v", "chime", "\"volume\":101").utf8,
      "volume: 101 is not in 0-100", id: "v"),
    Case(
      "wrong moment", TestBox.command("e", "chime", "\"expiresAt\":\"tomorrow\"").utf8,
      "expiresAt: a moment", id: "e"),
    Case(
      "payment of nothing", TestBox.command("z", "payment.received money:CNY0").utf8,
      "aps.soundCommand: word 2", id: "z"),
    pay("\"money\":1e999", "money: '1e999'"),
    pay("\"money\":-0", "money: '-0' has a sign"),
    pay("\"money\":-5", "money: '-5' has a sign"),
    pay("\"money\":\"0.3x\"", "money: '0.3x'"),
    pay("\"money\":\"1,000.00\"", "money: '1,000.00'"),
    pay("\"money\":\"28,000\"", "money: '28,000'"),
    pay("\"money\":0.022", "money: '0.022' has more"),
    pay("\"money\":0", "money: word 2"),
    pay("\"money\":\"\"", "message: no known mark of success and unit"),
    pay("\"money\":\" 5\"", "money: ' 5'"),
    pay("\"money\":\"٥\"", "money: '٥'"),
    pay("\"money\":\"１０\"", "money: '１０'"),
    pay("\"money\":\"2,75\"", "money: '2,75'"),
    pay("\"money\":\"¥5\"", "money: '¥5'"),
    pay("\"money\":\"NaN\"", "money: 'NaN'"),
    Case(
      "amount 2^63",
      "{\"id\":\"p\",\"amountMinor\":9223372036854775808,\"currency\":\"CNY\",\"status\":\"paid\"}"
        .utf8,
      "amountMinor: a whole number", id: "p", topic: "pay"),
    Case(
      "currency RMB",
      "{\"id\":\"p\",\"amount\":\"5.00\",\"currency\":\"RMB\",\"status\":\"paid\"}".utf8,
      "currency: 'RMB' is no ISO 4217", id: "p", topic: "pay"),
    pay("\"money\":5,\"status\":\"failed\"", "status: tells of a payment that failed"),
  ]

  @Test(arguments: messages)
  func `gets one receipt that names field and fault, and the next order plays`(_ bad: Case)
    async throws
  {
    try await withBox { box in
      try box.take([bad.payload], topic: bad.topic)
      let rejected = try #require(try box.drain().first)
      #expect(rejected.receipt == "handled" && rejected.outcome == "rejected")
      #expect(rejected.code == 6 && rejected.attempt == 1 && rejected.hasHandled == 0)
      #expect(rejected.reason?.hasPrefix(bad.reason) == true, "\(rejected.reason ?? "none")")
      if let id = bad.id {
        #expect(rejected.id == id)
      } else {
        #expect(rejected.id.hasPrefix("sha256:") && rejected.id.count == 71)
      }
      try box.take(TestBox.command("good", "number:1"))
      let receipts = try await box.speak(untilReceipts: 2)
      #expect(receipts.map(\.line) == ["delivered good#1", "handled good#1 played 0"])
      #expect(box.speaker.said == ["1"])
    }
  }

  @Test func `is known by the digest of topic and payload, and is a new attempt each time`()
    async throws
  {
    try await withBox { box in
      try box.take("}", "}", topic: "shop/orders/7")
      try box.take("}", topic: "shop/orders/8")
      let receipts = try box.drain()
      // printf 'shop/orders/7\0}' | sha256sum
      let digest = "sha256:98a9569839a2a36144a14cf0d9ea035fea27838ee8c6ec800395e25fea5a4271"
      #expect(
        receipts.prefix(2).map(\.line) == [1, 2].map { "handled \(digest)#\($0) rejected 6" })
      #expect(receipts.last?.attempt == 1 && receipts.last?.id != digest)
    }
  }

  @Test(arguments: [
    "{\"\(String(repeating: "k", count: 30_000))\":1,\"\(String(repeating: "k", count: 30_000))\":2}",
    "{\"id\":\"a\",\"money\":\"5\(String(repeating: "\u{301}", count: 30_000))\"}",
    "{\"id\":\"a\",\"status\":\"\(String(repeating: "e\u{301}\u{302}\u{303}\u{304}", count: 6000))\"}",
  ]) func `has a receipt of a bounded length, however long its fault is`(_ message: String)
    async throws
  {
    try await withBox { box in
      try box.take(message, topic: "pay")
      let outgoing = try #require(box.outbox.next(atMost: 1).first)
      #expect(outgoing.text.utf8.count < 4096)
      #expect(try Heard(outgoing.text).outcome == "rejected")
    }
  }

  @Test func `is not what only looks dangerous`() async throws {
    try await withBox { box in
      try box.take(
        TestBox.command("\u{202E}cba", "text:%1B%5B31m%E2%80%AE chime", "\"act\":-0"),
        TestBox.command("'; DROP TABLE commands; --", "chime"))
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(receipts.suffix(2).map(\.outcome) == ["played", "played"])
      #expect(receipts.first?.id == "\u{202E}cba")
    }
  }

  @Test func `does not include 1 MiB, but one byte more`() async throws {
    try await withBox { box in
      let frame = TestBox.command("a", "chime", "\"x\":\"\"")
      let filling = String(repeating: "x", count: Inbox.largestPayload - frame.utf8.count)
      try box.take(
        TestBox.command("a", "chime", "\"x\":\"\(filling)\""),
        TestBox.command("b", "chime", "\"x\":\"\(filling)x\""))
      let receipts = try box.drain()
      #expect(receipts.map(\.outcome) == [nil, "rejected"])
      #expect(receipts.last?.reason == "message: 1048577 bytes long, more than 1048576")
    }
  }

  @Test func `includes no retained message: that is ignored without a receipt`() async throws {
    try await withBox { box in
      try box.take([Array(TestBox.command("a").utf8), Array("}".utf8)], isRetained: true)
      #expect(try box.drain().isEmpty)
      try box.take(TestBox.command("a"))
      #expect(try box.drain().map(\.line) == ["delivered a#1"])
    }
  }
}
