import Messaging
import TestKit
import Testing
import Wire

@testable import Box

@Suite(.timeLimit(.minutes(1))) struct `A request that makes no sense` {
  static let long = String(repeating: "x", count: 129)

  static let bodies: [(verb: String, body: String, fault: String)] = [
    ("dance", "{}", "verb: 'dance'"),
    ("Volume", "{\"value\":5}", "verb: 'Volume'"),
    ("", "{}", "verb: ''"),
    ("volume", "{\"value\":5", "message: not JSON"),
    ("volume", "5", "message: an object"),
    ("volume", "[5]", "message: an object"),
    ("volume", "{\"value\":true}", "value: "),
    ("volume", "{\"value\":[5]}", "value: "),
    ("volume", "{\"value\":\"loud\"}", "value: "),
    ("volume", "{\"value\":-1}", "value: "),
    ("volume", "{\"value\":101}", "value: "),
    ("volume", "{\"value\":5.5}", "value: "),
    ("volume", "{\"value\":9223372036854775808}", "value: "),
    ("volume", "{\"value\":1e999}", "value: "),
    ("volume", "{\"value\":5,\"value\":6}", "message: not JSON"),
    ("volume", "{\"value\":5,\"transaction\":[]}", "transaction: "),
    ("volume", "{\"value\":5,\"transaction\":\"\(long)\"}", "transaction: "),
    ("mute", "{\"until\":5}", "until: "),
    ("mute", "{\"until\":true}", "until: "),
    ("mute", "{\"until\":\"tomorrow\"}", "until: "),
    ("mute", "{\"until\":\"2026-11-29T12:00:00Z\"}", "until: "),
    ("mute", "{\"until\":\"2026-11-29T25:00:00Z\"}", "until: "),
    ("stop", "{\"scope\":\"everything\"}", "scope: "),
    ("stop", "{\"scope\":1}", "scope: "),
    ("acknowledge", "{}", "order: "),
    ("acknowledge", "{\"order\":null}", "order: "),
    ("acknowledge", "{\"order\":\"\"}", "order: "),
    ("acknowledge", "{\"order\":{\"id\":1}}", "order: "),
    ("acknowledge", "{\"order\":\"\(long)\"}", "order: "),
    ("acknowledge", "{\"order\":\"somebody-else's\"}", "order: "),
    ("replay", "{}", "id: "),
    ("replay", "{\"id\":[]}", "id: "),
    ("say", "{}", "soundCommand: "),
    ("say", "{\"soundCommand\":5}", "soundCommand: "),
    ("say", "{\"soundCommand\":\"\"}", "soundCommand: "),
    ("say", "{\"soundCommand\":\"no.such.name\"}", "soundCommand: "),
    ("say", "{\"soundCommand\":\"number:10000\"}", "soundCommand: "),
    ("say", "{\"soundCommand\":\"text:hi\"}", "soundCommand: "),
    ("say", "{\"soundCommand\":\"pause:5\"}", "soundCommand: "),
    ("receipts", "{}", "since: "),
    ("receipts", "{\"since\":-1}", "since: "),
    ("receipts", "{\"since\":\"first\"}", "since: "),
    ("receipts", "{\"since\":9223372036854775808}", "since: "),
    ("health", "null", "message: an object"),
  ]

  @Test(arguments: bodies, [false, true])
  func `gets an error that names the field, and changes nothing`(
    _ wrong: (verb: String, body: String, fault: String), store: Bool
  ) async throws {
    let speaker = FakeSpeaker(.hold)
    try await withBox(speaker: speaker) { box in
      try box.take(
        TestBox.command("ring", "number:1", "\"act\":4"), TestBox.command("b", "number:2"))
      _ = try box.drain()
      try await box.speaking {
        _ = await speaker.nextStart()
        try box.ask(wrong.verb, wrong.body, store: store)
        let published = box.published()
        #expect(published.count == 1)
        let reply = try Reply(try #require(published.first))
        #expect(reply.topic == box.topics.response(to: wrong.verb))
        #expect(reply.error?.hasPrefix(wrong.fault) == true, "\(reply.error ?? "none")")
        #expect(reply.data == nil)
        #expect(try box.drain().isEmpty)
        #expect(box.status.settings == DeviceSettings.initial && speaker.boxVolume == nil)
      }
      #expect(try box.journal.deviceSettings() == DeviceSettings.initial)
      #expect(box.journal.waitingCount == 2)
    }
  }

  @Test func `has an answer of a bounded length, and the next one is obeyed`() async throws {
    try await withBox { box in
      let endless = String(repeating: "9", count: 30_000)
      for (verb, body) in [
        ("volume", "{\"value\":\(endless)}"), ("acknowledge", "{\"order\":\"\(endless)\"}"),
        ("say", "{\"soundCommand\":\"\(endless)\"}"), ("mute", "{\"until\":\"\(endless)\"}"),
        ("volume", String(repeating: "[", count: 30_000)), ("replay", "{\"id\":\(endless)}"),
        (endless, "{}"),
      ] {
        try box.ask(verb, body)
        let notice = try #require(box.published().first)
        #expect(notice.payload.count < 2048, "\(verb.prefix(20))")
        #expect(try Reply(notice).error != nil)
      }
      #expect(try box.answer("volume", "{\"value\":\"7\"}").data?["volume"]?.text == "7")
    }
  }
}

extension DeviceSettings {
  /// What a new box keeps.
  fileprivate static let initial = DeviceSettings(volume: 100, mutedUntil: nil)
}
