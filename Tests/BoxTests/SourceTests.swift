import Box
import Messaging
import Orders
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `Equal ids of two back ends` {
  private func rules(sources: Bool) throws -> [OrderRule] {
    try ["sepay", "woo"].map { name in
      var rule = OrderRule(
        topic: try #require(TopicFilter(rawValue: "shop/\(name)")),
        say: try SayTemplate(name == "woo" ? "order.new number:{n}" : "number:{n}"))
      rule.id = try Template("{id}")
      if sources { rule.source = name }
      return rule
    }
  }

  @Test func `are two events if the rules name their sources, each with its own copies`()
    async throws
  {
    try await withBox(rules: try rules(sources: true)) { box in
      try box.take(#"{"id":727,"n":1}"#, topic: "shop/sepay")
      try box.take(#"{"id":727,"n":1}"#, #"{"id":727,"n":2}"#, topic: "shop/woo")
      try box.take(#"{"id":727,"n":1}"#, topic: "shop/sepay")
      let receipts = try await box.speak(untilReceipts: 6)
      #expect(
        receipts.map { "\($0.source ?? "-") \($0.line)" } == [
          "sepay delivered 727#1", "woo delivered 727#1", "woo handled 727#2 rejected 7",
          "sepay delivered 727#1 *", "sepay handled 727#1 played 0", "woo handled 727#1 played 0",
        ])
    }
  }

  @Test func `are told apart by the topic if none is named and they say different things`()
    async throws
  {
    try await withBox(rules: try rules(sources: false)) { box in
      for _ in 1...2 {
        try box.take(#"{"id":727,"n":1}"#, topic: "shop/sepay")
        try box.take(#"{"id":727,"n":1}"#, topic: "shop/woo")
      }
      let receipts = try await box.speak(untilReceipts: 6)
      #expect(box.speaker.said.count == 2)
      #expect(receipts.map(\.source) == [nil, "shop/woo", nil, "shop/woo", nil, "shop/woo"])
      #expect(receipts.map(\.attempt) == [1, 1, 1, 1, 1, 1])
    }
  }

  @Test func `stay a conflict under one topic, and under a command topic`() async throws {
    try await withBox(rules: try rules(sources: false)) { box in
      try box.take(#"{"id":727,"n":1}"#, #"{"id":727,"n":2}"#, topic: "shop/woo")
      try box.take(TestBox.command("727", "chime"))
      #expect(try box.drain().map(\.code) == [0, 7, 7])
    }
  }

  @Test func `name orders of their own: an acknowledgement ends those of its source`() async throws
  {
    var rules = try rules(sources: true)
    for index in rules.indices { rules[index].isRepeated = true }
    var done = OrderRule(
      topic: try #require(TopicFilter(rawValue: "shop/done")),
      acknowledges: try Template("{id}"))
    done.source = "woo"
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, rules: rules + [done]) { box in
      try box.take(#"{"id":7,"n":1}"#, topic: "shop/sepay")
      try box.take(#"{"id":7,"n":1}"#, topic: "shop/woo")
      _ = try box.drain()
      try box.take(#"{"id":7}"#, topic: "shop/done")
      let receipts = try await box.speak(untilReceipts: 1)
      #expect(receipts.map { "\($0.source ?? "-") \($0.line)" } == ["woo handled 7#1 stopped 0"])
      #expect(box.journal.waitingCount == 1)
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A cancellation` {
  private func rules() throws -> [OrderRule] {
    let topic = try #require(TopicFilter(rawValue: "shop/orders"))
    var created = OrderRule(topic: topic, say: try SayTemplate("order.new number:{order}"))
    created.conditions = [.value(try #require(FieldPath("type")), .oneOf(["created"]))]
    created.id = try Template("{order}-created")
    created.order = try Template("{order}")
    created.isRepeated = true
    var cancelled = OrderRule(topic: topic, say: try SayTemplate("order.cancelled number:{order}"))
    cancelled.conditions = [.value(try #require(FieldPath("type")), .oneOf(["cancelled"]))]
    cancelled.id = try Template("{order}-cancelled")
    cancelled.order = try Template("{order}")
    cancelled.cancels = try Template("{order}")
    return [created, cancelled]
  }

  @Test func `before its order lets it not be announced at all`() async throws {
    try await withBox(rules: try rules()) { box in
      try box.take(#"{"type":"cancelled","order":7}"#, topic: "shop/orders")
      let again = try TestBox(try box.powerCut(), rules: try rules())
      try again.take(#"{"type":"created","order":7}"#, topic: "shop/orders")
      let receipts = try await again.speak(untilReceipts: 4)
      #expect(
        receipts.map(\.line) == [
          "delivered 7-cancelled#1", "delivered 7-created#1", "handled 7-created#1 stopped 0",
          "handled 7-cancelled#1 played 0",
        ])
      #expect(receipts[2].reason == "cancelled before it came, by a message on shop/orders")
      #expect(again.speaker.said.count == 1)
      // A copy of the order stays silent; a new order of the same name does not.
      try again.take(#"{"type":"created","order":7}"#, topic: "shop/orders")
      #expect(try again.drain().map(\.line).allSatisfy { $0.hasSuffix("*") })
    }
  }

  @Test func `withdraws an order that waits, and ends one that rings`() async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker, rules: try rules()) { box in
      try box.take(
        #"{"type":"created","order":7}"#, #"{"type":"created","order":8}"#, topic: "shop/orders")
      _ = try box.drain()
      try box.take(#"{"type":"cancelled","order":8}"#, topic: "shop/orders")
      #expect(
        try box.drain().map(\.line)
          == ["handled 8-created#1 stopped 0", "delivered 8-cancelled#1"])
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.take(#"{"type":"cancelled","order":7}"#, topic: "shop/orders")
        return try await box.receipts(2)
      }
      #expect(receipts.map(\.line).contains("handled 7-created#1 stopped 0"))
    }
  }

  @Test func `leaves payments and refunds of the order alone`() async throws {
    var refund = OrderRule(
      topic: try #require(TopicFilter(rawValue: "shop/refunds")),
      say: try SayTemplate("payment.refund money:CNY{a}"))
    refund.order = try Template("{order}")
    try await withBox(rules: try rules() + [refund]) { box in
      try box.take(#"{"type":"cancelled","order":7}"#, topic: "shop/orders")
      try box.take(#"{"order":7,"a":5}"#, topic: "shop/refunds")
      let receipts = try await box.speak(untilReceipts: 4)
      #expect(receipts.map(\.outcome) == [nil, nil, "played", "played"])
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `What no rule announces` {
  @Test func `has no receipt, is counted by topic, and logged once for each kind`() async throws {
    let lines = Lines()
    let rule = try {
      var rule = OrderRule(
        topic: try #require(TopicFilter(rawValue: "shop/+")), say: try SayTemplate("chime"))
      rule.conditions = [.value(try #require(FieldPath("type")), .oneOf(["a"]))]
      return rule
    }()
    try await withBox(rules: [rule], log: lines.log) { box in
      for type in ["b", "b", "c"] { try box.take("{\"type\":\"\(type)\"}", topic: "shop/1") }
      try box.take(#"{"type":"b"}"#, topic: "shop/2")
      #expect(try box.drain().isEmpty)
      #expect(
        box.status.ignored == [
          Health.Ignored(topic: "shop/1", count: 3, last: "type=c"),
          Health.Ignored(topic: "shop/2", count: 1, last: "type=b"),
        ])
      #expect(lines.all.count { $0.contains("message ignored") } == 3)
      try box.take(#"{"type":"a"}"#, topic: "shop/1")
      #expect(try box.drain().count == 1)
    }
  }

  @Test func `does not let memory grow with the topics`() async throws {
    try await withBox(rules: [
      {
        var rule = OrderRule(
          topic: try #require(TopicFilter(rawValue: "#")), say: try SayTemplate("chime"))
        rule.say = nil
        rule.isIgnored = true
        return rule
      }()
    ]) { box in
      for number in 1...700 { try box.take("{}", topic: "t/\(number)") }
      #expect(box.status.ignored.count == 20)
      #expect(box.status.ignored.first == Health.Ignored(topic: "…", count: 200, last: ""))
    }
  }
}
