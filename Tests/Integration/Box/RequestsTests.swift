import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

/// Each on the box's topic and on the store's, with a response topic and correlation data of MQTT 5.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `A box that is asked` {
  static let places = ["counter-1", "all"]

  @Test(arguments: places)
  func `to acknowledge ends that alert alone`(place: String) async throws {
    try await RequestsBox.with { box in
      try await box.command("a", act: 4)
      try await box.command("b", act: 4)
      try await box.monitor.collect { $0.count == 2 }
      let data = try await box.done("acknowledge", #"{"order":"order-a"}"#, on: place)
      #expect(data["order"] == .string("order-a"))
      #expect(data["ended"]?.text == "1")
      let handled = try await box.handled("a")
      #expect(handled.outcome == "stopped")
      #expect(handled["code"] == "0")
      let whose = place == "all" ? "store" : "box"
      #expect(handled["reason"] == "acknowledged by a request to the \(whose)")
      #expect(try await box.ringing() == "1")
      let again = try await box.done("acknowledge", #"{"order":"order-a"}"#, on: place)
      #expect(again["ended"]?.text == "0")
      let outcomes = box.monitor.all.filter { $0.kind == "handled" }
      #expect(outcomes.map(\.id) == ["a"], "the other one rings on, and none is ended twice")
    }
  }

  @Test(arguments: places)
  func `to stop what waits gives each its receipt`(place: String) async throws {
    try await RequestsBox.with { box in
      try await box.command("a", act: 4)
      try await box.command("b", act: 4)
      // What is being spoken is not what waits: once this was said, both wait for their second round.
      try await box.done("say", #"{"soundCommand":"chime"}"#)
      #expect(
        try await box.done("stop", #"{"scope":"queue"}"#, on: place)["scope"] == .string("queue"))
      for id in ["a", "b"] {
        let handled = try await box.handled(id)
        #expect(handled.outcome == "stopped")
        #expect(handled["reason"] == "stopped by request")
      }
      try await box.command("c", act: 4)
      try await box.monitor.collect { $0.contains { $0.id == "c" } }
      try await box.done("stop", #"{"scope":"all"}"#, on: place)
      #expect(try await box.handled("c").outcome == "stopped")
      #expect(try await box.done("stop", on: place)["scope"] == .string("current"))
      try await box.command("d")
      #expect(try await box.handled("d").outcome == "played")
    }
  }

  @Test(arguments: places)
  func `to say something answers when it has been heard`(place: String) async throws {
    try await RequestsBox.with { box in
      let command = "system.test number:7"
      let data = try await box.done("say", #"{"soundCommand":"\#(command)"}"#, on: place)
      #expect(data["outcome"] == .string("played"))
      // The answer is in: so is the sound, though the box runs on.
      let expected = try await Recording.announcement(command, pack: "zh-CN", in: box.folder)
      let times = Recording.count(expected, in: try Recording.samples("\(box.folder)/out.wav"))
      #expect(times == 1)
      #expect(box.monitor.all.isEmpty, "a self-test is no order")
    }
  }

  @Test(arguments: places)
  func `to replay says it again under a new attempt`(place: String) async throws {
    try await RequestsBox.with { box in
      try await box.command("a", act: 4)
      try await box.monitor.collect { $0.count == 1 }
      try await box.done("acknowledge", #"{"order":"order-a"}"#)
      #expect(try await box.handled("a").outcome == "stopped")
      #expect(try await box.done("replay", #"{"id":"a"}"#, on: place)["id"] == .string("a"))
      let handled = try await box.handled("a", attempt: 2)
      #expect(handled.outcome == "played")
      #expect(handled.isReplayed)
      #expect(handled["order"] == "order-a")
      let delivered = box.monitor.all.filter { $0.kind == "delivered" }
      #expect(delivered.map { $0["attempt"] } == ["1", "2"])
      #expect(try await box.ringing() == "0", "an alert is said again once only")
    }
  }

  @Test(arguments: places)
  func `for its volume keeps what it is told, over a restart`(place: String) async throws {
    try await RequestsBox.with { box in
      #expect(try await box.done("volume", on: place)["volume"]?.text == "100")
      #expect(try await box.done("volume", #"{"value":"40"}"#, on: place)["volume"]?.text == "40")
      #expect(await box.process.stop() == .exited(0))
      let second = try BoxProcess(in: box.folder, box.setup)
      try await second.logs("online")
      #expect(try await box.done("volume", on: place)["volume"]?.text == "40")
      #expect(try await box.done("volume", #"{"value":0}"#, on: place)["volume"]?.text == "0")
      #expect(try await box.done("health")["volume"]?.text == "0")
      #expect(await second.stop() == .exited(0))
    }
  }

  @Test(arguments: places)
  func `to be mute says nothing until it may`(place: String) async throws {
    try await RequestsBox.with { box in
      let until = "2099-01-01T00:00:00.000Z"
      let muted = try await box.done("mute", #"{"until":"\#(until)"}"#, on: place)
      #expect(muted["mutedUntil"] == .string(until))
      try await box.command("a")
      let handled = try await box.handled("a")
      #expect(handled.outcome == "muted")
      #expect(handled["code"] == "9")
      #expect(handled["reason"] == "muted until \(until)")
      #expect(try await box.done("health")["mutedUntil"] == .string(until))
      #expect(try await box.done("mute", on: place)["mutedUntil"] == .null)
      try await box.command("a")
      #expect(try await box.handled("a", attempt: 2).outcome == "played")
    }
  }

  @Test(arguments: places)
  func `for receipts publishes them again, as they were`(place: String) async throws {
    try await RequestsBox.with { box in
      for id in ["a", "b"] {
        try await box.command(id)
        _ = try await box.handled(id)
      }
      let first = box.monitor.all
      #expect(first.map(\.seq) == [1, 2, 3, 4])
      #expect(try await box.done("receipts", #"{"since":1}"#, on: place)["count"]?.text == "3")
      try await box.monitor.collect { $0.count == 7 }
      let again = Array(box.monitor.all.dropFirst(4))
      #expect(again == Array(first.dropFirst()))
      #expect(try await box.done("receipts", #"{"since":4}"#, on: place)["count"]?.text == "0")
    }
  }

  @Test(arguments: places)
  func `for its health answers with it and publishes it`(place: String) async throws {
    try await RequestsBox.with("healthInterval: 1h") { box in
      try await box.command("a")
      _ = try await box.handled("a")
      let reports = try await box.broker.subscribe(to: "soundbox/v1/s042/counter-1/health")
      // What it told when it came online is kept by the broker, and comes first.
      _ = try await reports.next()
      let data = try await box.done("health", on: place)
      let report = try #require(try JSONReader.read(try await reports.next().payload).object)
      #expect(report == data)
      let state = try await box.broker.subscribe(to: "soundbox/v1/s042/counter-1/state")
      let birth = try StateReport(payload: try await state.next().payload)
      #expect(data["session"]?.text == String(birth.connectionNumber))
      #expect(data["queue"]?.text == "0")
      #expect(data["lastPlayed"]?.text != nil)
      let late = try await box.broker.subscribe(to: "soundbox/v1/s042/counter-1/health")
      #expect(try await late.next().isRetained)
    }
  }

  @Test(arguments: places)
  func `without a response topic answers on its own`(place: String) async throws {
    try await RequestsBox.with { box in
      let answers = try await box.broker.subscribe(to: "soundbox/v1/s042/+/response/+")
      for (verb, body) in [
        ("acknowledge", #""order":"none""#), ("stop", #""scope":"all""#),
        ("say", #""soundCommand":"chime""#), ("replay", #""id":"none""#),
        ("volume", #""value":50"#),
        ("mute", #""until":"off""#), ("receipts", #""since":0"#), ("health", #""x":1"#),
        ("dance", #""x":1"#),
      ] {
        try await box.broker.publish(
          #"{"transaction":"t-\#(verb)",\#(body)}"#,
          to: "soundbox/v1/s042/\(place)/request/\(verb)")
        let answer = try await answers.next()
        #expect(answer.topic == "soundbox/v1/s042/counter-1/response/\(verb)")
        #expect(answer.qos == 1)
        #expect(!answer.isRetained)
        #expect(Request.transaction(of: answer.payload) == "t-\(verb)")
        let isRefused =
          if case .error = try Response(payload: answer.payload) { true } else { false }
        #expect(isRefused == ["acknowledge", "replay", "dance"].contains(verb))
      }
    }
  }
}
