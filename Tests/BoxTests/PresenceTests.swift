import Messaging
import Box
import Service
import TestKit
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct `The presence of a box` {
  private func withPresence(
    discovery: Publication? = nil, _ body: (TestBox, Presence, TransientOutbox) throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let box = try TestBox(folder)
      let notices = TransientOutbox(log: Log { _ in }, wake: {})
      let presence = Presence(
        journal: box.journal, topics: box.topics, notices: notices, clock: box.clock.boxClock,
        log: Log { _ in },
        description: BoxDescription(
          version: "9.9.9", pack: BoxInfo.Pack(name: "small", version: "1", locale: "en"),
          settings: ["audio": .string("none")], discovery: discovery))
      try body(box, presence, notices)
    }
  }

  @Test func `numbers each connection, and says so in will, birth and goodbye`() async throws {
    try await withPresence { box, presence, _ in
      let first = try presence.connect()
      let number = presence.connection.number
      for (message, state) in [
        (first.will, "lost"), (first.birth, "online"), (first.goodbye, "offline"),
      ] {
        let message = try #require(message)
        #expect(message.topic == box.topics[.state])
        #expect(message.isRetained)
        #expect(message.text.contains(#""state":"\#(state)","session":\#(number)"#))
      }
      _ = try presence.connect()
      #expect(presence.connection.number > number)
    }
  }

  @Test func `publishes the description when it is connected, and counts reconnections`()
    async throws
  {
    let discovery = Publication(topic: "homeassistant/x", text: "{}", isRetained: true)
    try await withPresence(discovery: discovery) { box, presence, notices in
      #expect(!presence.isOnline)
      _ = try presence.connect()
      presence.connected()
      #expect(presence.isOnline && presence.connection.reconnects == 0)
      let published = notices.next(atMost: 9)
      #expect(published.map(\.topic) == [box.topics[.info], "homeassistant/x"])
      #expect(published.first?.text.contains(#""version":"9.9.9""#) == true)
      presence.disconnected()
      #expect(!presence.isOnline)
      _ = try presence.connect()
      presence.connected()
      #expect(presence.connection.reconnects == 1)
    }
  }

  @Test func `publishes the birth again after the will of an earlier connection`() async throws {
    try await withPresence { box, presence, notices in
      let messages = try presence.connect()
      presence.read(try #require(messages.birth).payload)
      presence.read(Array("no JSON".utf8))
      #expect(notices.next(atMost: 9).isEmpty)
      presence.read(try #require(messages.will).payload)
      #expect(notices.next(atMost: 9).map(\.topic) == [box.topics[.state]])
    }
  }
}
