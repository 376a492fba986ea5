import Interop
import MQTT
import Messaging
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A real broker` {
  let session = SessionSettings(clientID: "box", subscriptions: ["orders/#"])

  @Test func `delivers two thousand messages once each and in order`() async throws {
    // By default a broker drops what goes beyond the first thousand for a client that is slower.
    try await withBroker(configuration: "max_queued_messages 0") { broker in
      let owner = Owner()
      let orders = (1...2000).map { "order \($0)" }
      try await withLink(to: .local(broker.port), session, owner) { _ in
        try await owner.online()
        try await broker.publish(orders, to: "orders/new")
        #expect(try await owner.messages(2000).map(\.text) == orders)
      }
    }
  }

  @Test func `takes two thousand publications once each and in order`() async throws {
    try await withBroker { broker in
      let watcher = try await broker.subscribe(to: "receipts")
      let owner = Owner(
        outbox: (1...2000).map { .text("receipt \($0)", to: "receipts", token: $0) })
      try await withLink(to: .local(broker.port), session, owner) { _ in
        let results = try await owner.published(2000)
        #expect(results.map(\.token.number) == Array(1...2000))
        var seen: [String] = []
        for await message in watcher.messages {
          seen.append(message.text)
          if seen.count == 2000 { break }
        }
        #expect(seen == (1...2000).map { "receipt \($0)" })
      }
    }
  }

  @Test func `keeps what comes while the link is away`() async throws {
    try await withBroker { broker in
      let owner = Owner()
      try await withLink(to: .local(broker.port), session, owner) { _ in
        let present = try await owner.online()
        #expect(!present)
      }
      try await broker.publish("missed", to: "orders/new")
      try await withLink(to: .local(broker.port), session, owner) { _ in
        let present = try await owner.online()
        #expect(present)
        #expect(try await owner.messages(1).map(\.text) == ["missed"])
      }
    }
  }

  @Test func `keeps the session over its own restart`() async throws {
    try await withBroker { broker in
      let owner = Owner()
      try await withLink(to: .local(broker.port), session, owner) { _ in
        try await owner.online()
        await broker.terminate()
        _ = try await owner.offline()
        try await broker.start()
        #expect(try await owner.online())
        try await broker.publish("after", to: "orders/new")
        #expect(try await owner.messages(1).map(\.text) == ["after"])
      }
    }
  }

  @Test func `is not asked for retained messages`() async throws {
    try await withBroker { broker in
      try await broker.publish("old", to: "orders/new", isRetained: true)
      let owner = Owner()
      try await withLink(to: .local(broker.port), session, owner) { _ in
        try await owner.online()
        try await broker.publish("new", to: "orders/new")
        #expect(try await owner.messages(1).map(\.text) == ["new"])
      }
    }
  }

  @Test func `tells when nobody listens`() async throws {
    try await withBroker { broker in
      let owner = Owner(outbox: [.text("into the void", to: "receipts", token: 1)])
      try await withLink(to: .local(broker.port), session, owner) { _ in
        let results = try await owner.published(1)
        #expect(results.map(\.status) == [.noSubscribers])
      }
    }
  }

  @Test func `lets the newer of two clients with one id win`() async throws {
    try await withBroker { broker in
      let backoff = Backoff(base: .seconds(600), limit: .seconds(600), generator: Highest())
      let (older, newer) = (Owner(), Owner())
      try await withLink(to: .local(broker.port), session, older, backoff: backoff) { _ in
        try await older.online()
        try await withLink(to: .local(broker.port), session, newer) { _ in
          try await newer.online()
          _ = try await older.offline()
        }
      }
    }
  }
}
