import FoundationEssentials
import Testing
import TestKit
import Wire

@Suite(.serialized, .timeLimit(.minutes(3))) struct `A request that makes no sense` {
  static let requests = [
    ("dance", "{}", "verb: 'dance' is unknown"),
    ("Volume", #"{"value":1}"#, "verb: 'Volume' is unknown"),
    ("volume", "loud", "message: "), ("volume", "[60]", "message: an object is wanted"),
    ("volume", #"{"value":60"#, "message: "), ("volume", #"{"value":"loud"}"#, "value: "),
    ("volume", #"{"value":101}"#, "value: 101 is not in 0-100"),
    ("volume", #"{"value":-1}"#, "value: "), ("volume", #"{"value":60.5}"#, "value: "),
    ("volume", #"{"value":true}"#, "value: "), ("volume", #"{"value":[60]}"#, "value: "),
    ("volume", #"{"value":60,"transaction":{}}"#, "transaction: a string is wanted"),
    ("acknowledge", "{}", "order: is missing"), ("acknowledge", #"{"order":{}}"#, "order: "),
    ("acknowledge", #"{"order":""}"#, "order: must not be empty"),
    ("acknowledge", #"{"order":"somebody-else's"}"#, "order: no alert of 'somebody-else's'"),
    ("stop", #"{"scope":"everything"}"#, "scope: "), ("stop", #"{"scope":4}"#, "scope: "),
    ("say", "{}", "soundCommand: "), ("say", #"{"soundCommand":7}"#, "soundCommand: "),
    ("say", #"{"soundCommand":"Shout"}"#, "soundCommand: word 1"),
    ("say", #"{"soundCommand":"money:CNY1e3"}"#, "soundCommand: word 1"),
    ("say", #"{"soundCommand":"no.such.name"}"#, "soundCommand: "),
    ("replay", "{}", "id: is missing"), ("replay", #"{"id":"nobody"}"#, "id: no command 'nobody'"),
    ("replay", #"{"id":"ringing"}"#, "id: 'ringing' has not been handled yet"),
    ("mute", #"{"until":"tomorrow"}"#, "until: "), ("mute", #"{"until":60}"#, "until: "),
    ("mute", #"{"until":"2001-01-01T00:00:00Z"}"#, "until: 2001-01-01T00:00:00.000Z has passed"),
    ("receipts", "{}", "since: is missing"), ("receipts", #"{"since":-1}"#, "since: "),
    ("receipts", #"{"since":"all"}"#, "since: "),
  ]

  @Test func `is answered with the field and the fault, and has no effect`() async throws {
    try await RequestsBox.with { box in
      try await box.command("ringing", act: 4)
      try await box.monitor.collect { $0.count == 1 }
      for (index, (verb, body, fault)) in Self.requests.enumerated() {
        let place = index.isMultiple(of: 2) ? "counter-1" : "all"
        let response = try await box.ask(verb, body, on: place)
        guard case .error(let error) = response else {
          Issue.record("\(verb) \(body) was answered with \(response)")
          continue
        }
        #expect(error.hasPrefix(fault), "\(verb) \(body): \(error)")
      }
      try await isUntouched(box)
    }
  }

  @Test func `is too large`() async throws {
    try await RequestsBox.with { box in
      try await box.command("ringing", act: 4)
      try await box.monitor.collect { $0.count == 1 }
      let padding = String(repeating: "x", count: 70_000)
      for (verb, body) in [
        ("volume", padding), ("volume", #"{"value":10,"padding":"\#(padding)"}"#),
        ("stop", #"{"scope":"all","padding":"\#(padding)"}"#),
        ("acknowledge", #"{"order":"\#(padding)"}"#), ("dance", padding),
      ] {
        let response = try await box.ask(verb, body)
        guard case .error(let error) = response else {
          Issue.record("\(verb) was answered with \(response)")
          continue
        }
        #expect(error.utf8.count < 200)
      }
      try await isUntouched(box)
    }
  }

  @Test func `is meant for others`() async throws {
    try await RequestsBox.with { box in
      try await box.command("ringing", act: 4)
      try await box.monitor.collect { $0.count == 1 }
      let answers = try await box.broker.subscribe(to: "soundbox/v1/+/+/response/+")
      for topic in [
        "s042/counter-2/request/volume", "s043/counter-1/request/volume", "s043/all/request/volume",
        "s042/counter-1/request/volume/now", "s042/counter-1/request", "s042/counter-1/response/x",
      ] { try await box.broker.publish(#"{"value":10}"#, to: "soundbox/v1/\(topic)") }
      try await box.broker.publish("{}", to: "soundbox/v1/s042/all/request/health")
      // What we wrote there ourselves comes back; after it the box answers the last one alone.
      #expect(try await answers.next().topic == "soundbox/v1/s042/counter-1/response/x")
      #expect(try await answers.next().topic == "soundbox/v1/s042/counter-1/response/health")
      try await isUntouched(box)
    }
  }

  @Test func `was kept by the broker`() async throws {
    try await RequestsBox.with { broker in
      for place in ["counter-1", "all"] {
        try await broker.publish(
          #"{"value":10}"#, to: "soundbox/v1/s042/\(place)/request/volume", isRetained: true)
      }
    } _: { box in
      let volume = try await box.done("volume")["volume"]?.text
      #expect(volume == "100")
    }
  }

  /// An answer that is itself a request, or a command, would be answered for ever.
  @Test(arguments: [
    "soundbox/v1/s042/counter-1/request/health", "soundbox/v1/s042/all/request/health",
    "soundbox/v1/s042/counter-1/command", "soundbox/v1/s042/all/command",
  ])
  func `wants its answer where the box would take it for a request`(topic: String) async throws {
    try await RequestsBox.with { box in
      let answers = try await box.broker.subscribe(
        to: topic, "soundbox/v1/s042/counter-1/response/+")
      try await box.broker.publish(
        "{}", to: "soundbox/v1/s042/counter-1/request/volume", responseTopic: topic,
        correlationData: "mine")
      #expect(try await answers.next().topic == "soundbox/v1/s042/counter-1/response/volume")
      try await box.command("a")
      _ = try await box.handled("a")
      #expect(box.monitor.all.map(\.id) == ["a", "a"])
    }
  }

  /// No topic to publish to, or one that the broker keeps for itself.
  @Test(arguments: ["answers/#", "answers/+/x", "#", "$SYS/broker/uptime", "/"])
  func `wants its answer where there can be none`(topic: String) async throws {
    try await RequestsBox.with { box in
      try await box.command("ringing", act: 4)
      try await box.monitor.collect { $0.count == 1 }
      try await box.broker.publish(
        "{}", to: "soundbox/v1/s042/counter-1/request/volume", responseTopic: topic,
        correlationData: "mine")
      try await box.process.logs("request verb=volume")
      try await isUntouched(box)
    }
  }

  /// Nothing of all that has touched the box.
  private func isUntouched(_ box: RequestsBox) async throws {
    // The order is on the disk; that it rings may come a moment later.
    var health = try await box.done("health")
    while health["ringing"]?.text == "0" { health = try await box.done("health") }
    #expect(health["ringing"]?.text == "1")
    #expect(health["volume"]?.text == "100")
    #expect(health["mutedUntil"] == .null)
    #expect(health["reconnects"]?.text == "0", "the connection has not suffered")
    #expect(box.monitor.all.map(\.id) == ["ringing"])
    try await box.command("after")
    #expect(try await box.handled("after").outcome == "played")
  }
}
