import Box
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A copy of an order` {
  let order = TestBox.command("a", "number:1", "\"order\":\"7\"", "\"act\":0")

  @Test func `that waits gets the delivered receipt again`() async throws {
    try await withBox { box in
      try box.take(order)
      let first = try #require(try box.drain().first)
      box.clock.advance(.seconds(5))
      try box.take(order)
      var again = try #require(try box.drain().first)
      #expect(again.line == "delivered a#1 *" && again.seq == 2)
      (again.duplicate, again.seq) = (false, 1)
      #expect(again == first)
      #expect(try await box.speak(untilReceipts: 1).map(\.line) == ["handled a#1 played 0"])
      #expect(box.speaker.said == ["1"])
    }
  }

  @Test func `that comes in the same batch is a copy as well`() async throws {
    try await withBox { box in
      try box.take(order, order)
      #expect(try box.drain().map(\.line) == ["delivered a#1", "delivered a#1 *"])
    }
  }

  @Test func `that is being spoken gets the delivered receipt again, handled elsewhere or not`()
    async throws
  {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(order)
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.take(order)
        try box.take(
          TestBox.command("a", "number:1", "\"order\":\"7\"", "\"hasHandled\":1"))
        #expect(
          try box.drain().map(\.line) == ["delivered a#1", "delivered a#1 *", "delivered a#1 *"])
        speaker.end()
        return try await box.receipts(1)
      }
      #expect(receipts.map(\.line) == ["handled a#1 played 0"])
      #expect(speaker.said == ["1"])
    }
  }

  @Test func `that was played gets both first receipts again, each time, and is not spoken`()
    async throws
  {
    try await withBox { box in
      try box.take(order)
      let first = try await box.speak(untilReceipts: 2)
      for round in 1...3 {
        box.clock.advance(.seconds(60))
        _ = try box.journal.nextConnectionNumber()
        try box.take(order)
        var again = try box.drain()
        #expect(again.map(\.seq) == [round * 2 + 1, round * 2 + 2])
        #expect(again.map(\.line) == ["delivered a#1 *", "handled a#1 played 0 *"])
        for index in again.indices {
          (again[index].duplicate, again[index].seq) = (false, index + 1)
        }
        #expect(again == first)
      }
      try box.take(TestBox.command("b"))
      _ = try await box.speak(untilReceipts: 2)
      #expect(box.speaker.said == ["1", "order.new"])
    }
  }

  @Test(arguments: [
    "\"act\":4", "\"order\":\"8\"",
  ]) func `with another order or act is a conflict, and the first stands`(_ member: String)
    async throws
  {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1"))
      try box.take(TestBox.command("a", "number:1", member))
      let conflict = try #require(try box.drain().last)
      #expect(conflict.line == "handled a#2 rejected 7")
      #expect(conflict.order == (member.contains("8") ? "8" : "a"))
      #expect(conflict.reason?.hasPrefix("id: ") == true)
      #expect(conflict.hasHandled == 0 && conflict.spoken == nil && conflict.rounds == 0)
      #expect(try await box.speak(untilReceipts: 1).map(\.line) == ["handled a#1 played 0"])
      try box.take(TestBox.command("a", "number:1"))
      #expect(try box.drain().map(\.line) == ["delivered a#1 *", "handled a#1 played 0 *"])
    }
  }

  @Test func `with another sound command is a conflict before, while and after it is spoken`()
    async throws
  {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      let other = TestBox.command("a", "number:2")
      try box.take(TestBox.command("a", "number:1"), other)
      let receipts = try await box.speaking {
        _ = await speaker.nextStart()
        try box.take(other)
        speaker.end()
        return try await box.receipts(4)
      }
      try box.take(other)
      #expect(
        (receipts + (try box.drain())).map(\.line) == [
          "delivered a#1", "handled a#2 rejected 7", "handled a#3 rejected 7",
          "handled a#1 played 0", "handled a#4 rejected 7",
        ])
      #expect(speaker.said == ["1"])
    }
  }

  @Test func `may differ in its times, alert, volume and priority, and in how numbers are written`()
    async throws
  {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1", "\"act\":4"))
      try box.take(
        """
        {"aps":{"alert":{"title":"x"},"soundCommand":"number:1"},"id":"a","act":"4","order":"a",
         "issuedAt":"2026-11-29T12:00:00Z","expiresAt":"2026-11-30T12:00:00Z","priority":"high",
         "volume":"7","unknown":[1]}
        """)
      #expect(try box.drain().map(\.line) == ["delivered a#1", "delivered a#1 *"])
    }
  }

  @Test func `of one that expired is a second attempt and is spoken`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1", "\"expiresAt\":\"2026-11-29T12:00:00Z\""))
      let first = try await box.speak(untilReceipts: 2)
      #expect(first.map(\.line) == ["delivered a#1", "handled a#1 expired 5"])
      try box.take(TestBox.command("a", "number:1", "\"expiresAt\":\"2026-11-29T12:01:00Z\""))
      let second = try await box.speak(untilReceipts: 2)
      #expect(second.map(\.line) == ["delivered a#2", "handled a#2 played 0"])
      #expect(box.speaker.said == ["1"])
    }
  }

  @Test func `of one that failed is a second attempt; another content is still a conflict`()
    async throws
  {
    try await withBox { box in
      let failing = TestBox.command("a", "no.such.name")
      try box.take(failing)
      _ = try await box.speak(untilReceipts: 2)
      try box.take(TestBox.command("a", "number:1"))
      #expect(try box.drain().map(\.line) == ["handled a#2 rejected 7"])
      try box.take(failing)
      let third = try await box.speak(untilReceipts: 2)
      #expect(third.map(\.line) == ["delivered a#3", "handled a#3 failed 2"])
      try box.take(TestBox.command("a", "no.such.name", "\"hasHandled\":1"))
      #expect(try box.drain().map(\.line) == ["delivered a#4", "handled a#4 duplicate 1"])
      try box.take(failing)
      #expect(try box.drain().map(\.line) == ["delivered a#4 *", "handled a#4 duplicate 1 *"])
    }
  }

  @Test func `of one that was rejected is a new attempt, whatever it says`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "money:CNY1,000.00"))
      try box.take(TestBox.command("a", "money:CNY1000.00"))
      #expect(try box.drain().map(\.line) == ["handled a#1 rejected 6", "delivered a#2"])
      #expect(try await box.speak(untilReceipts: 1).map(\.line) == ["handled a#2 played 0"])
    }
  }

  @Test func `handled elsewhere before it came here is not spoken`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1", "\"hasHandled\":\"1\""))
      let receipts = try box.drain()
      #expect(receipts.map(\.line) == ["delivered a#1", "handled a#1 duplicate 1"])
      #expect(receipts.last?.hasHandled == 1 && receipts.last?.times.started == nil)
      try box.take(TestBox.command("b", "number:2"))
      _ = try await box.speak(untilReceipts: 2)
      #expect(box.speaker.said == ["2"])
    }
  }

  @Test func `handled elsewhere while it waits cancels it`() async throws {
    try await withBox { box in
      try box.take(TestBox.command("a", "number:1"), TestBox.command("b", "number:2"))
      try box.take(TestBox.command("a", "number:1", "\"hasHandled\":1"))
      #expect(
        try box.drain().map(\.line) == [
          "delivered a#1", "delivered b#1", "handled a#1 duplicate 1",
        ])
      _ = try await box.speak(untilReceipts: 1)
      #expect(box.speaker.said == ["2"])
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `An order without an id` {
  let payment = "{\"amount\":\"88.50\",\"currency\":\"CNY\",\"status\":\"SUCCESS\"}"

  @Test func `is an event of its own: two equal payments are both heard`() async throws {
    try await withBox { box in
      let first = try box.journal.nextConnectionNumber()
      try box.take(payment, payment, topic: "pay")
      let second = try box.journal.nextConnectionNumber()
      try box.take(payment, topic: "pay")
      let receipts = try await box.speak(untilReceipts: 6)
      #expect(receipts.prefix(3).map(\.id) == ["\(first)-1", "\(first)-2", "\(second)-3"])
      #expect(box.speaker.said.count == 3)
    }
  }

  @Test func `is never taken for an order that has the id it would be given`() async throws {
    try await withBox { box in
      let connectionNumber = try box.journal.nextConnectionNumber()
      try box.take(
        "{\"amount_fen\":8850,\"status\":\"paid\",\"id\":\"\(connectionNumber)-1\"}",
        "{\"amount_fen\":100,\"status\":\"paid\",\"id\":\"\(connectionNumber)-2\"}",
        topic: "pay")
      try box.take(payment, payment, topic: "pay")
      let receipts = try await box.speak(untilReceipts: 8)
      #expect(Set(receipts.map(\.id)).count == 4)
      #expect(box.speaker.said.count == 4)
    }
  }
}
