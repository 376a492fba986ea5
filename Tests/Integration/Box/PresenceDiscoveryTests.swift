import Interop
import Testing
import TestKit
import Wire

/// Home Assistant's one-topic device form, against the box it describes.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `A home that discovers devices` {
  @Test func `hears nothing of a box by default`() async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        let all = try await broker.subscribe(to: "#")
        let box = try BoxProcess(in: folder, .init(port: broker.port))
        try await box.logs("online")
        try await broker.publish("{}", to: "soundbox/v1/s042/counter-1/request/volume")
        var topics: [String] = []
        repeat {
          topics.append(try await all.next().topic)
        } while topics.last
          != "soundbox/v1/s042/counter-1/response/volume"
        #expect(topics.contains("soundbox/v1/s042/counter-1/info"))
        let strangers = topics.filter { !$0.hasPrefix("soundbox/v1/s042/counter-1/") }
        #expect(strangers == [])
        #expect(await box.stop() == .exited(0))
      }
    }
  }

  @Test(arguments: [("{prefix: home}", "home"), ("{}", "homeassistant")])
  func `finds a box whose topics are what it says they are`(
    setting: String, prefix: String
  ) async throws {
    try await RequestsBox.with("homeAssistant: \(setting)") { box in
      // What it tells of itself goes out before its first answer.
      let health = try await box.done("health")
      let reader = try await box.broker.subscribe(to: "\(prefix)/#")
      let message = try await reader.next()
      #expect(message.isRetained)
      #expect(message.qos == 1)
      let levels = message.topic.split(separator: "/")
      #expect(levels.first == prefix[...])
      #expect(levels.dropFirst().first == "device")
      #expect(levels.last == "config")
      let device = try JSONReader.read(message.payload)
      #expect(device.value(at: ["device", "identifiers", "0"])?.text != nil)
      #expect(device.value(at: ["origin", "name"])?.text == "soundbox")
      let availability = try #require(device.value(at: ["availability", "0", "topic"])?.text)
      let states = try await box.broker.subscribe(to: availability)
      #expect(try await states.next().text.contains(#""state":"online""#))

      let components = try #require(device.value(at: ["components"])?.object).members
      #expect(!components.isEmpty)
      var names: Set<String> = []
      for component in components {
        names.insert(try #require(component.value.value(at: ["unique_id"])?.text))
        #expect(component.value.value(at: ["platform"])?.text != nil)
        try await check(component.value, box, health)
      }
      #expect(names.count == components.count)
    }
  }

  /// What it is to read is there, and what it is to send is obeyed.
  private func check(_ component: JSON, _ box: RequestsBox, _ health: JSONObject) async throws {
    if let topic = component.value(at: ["state_topic"])?.text {
      let reader = try await box.broker.subscribe(to: topic)
      #expect(try await reader.next().isRetained)
      let template = component.value(at: ["value_template"])?.text ?? ""
      let path = template.split(separator: " ").first { $0.hasPrefix("value_json.") }
        .map { $0.split(separator: ".").dropFirst().map(String.init) }
      if topic.hasSuffix("/health") {
        #expect(JSON.object(health).value(at: path ?? []) != nil, "\(template)")
      }
    }
    if let topic = component.value(at: ["command_topic"])?.text {
      let payload =
        component.value(at: ["payload_press"])?.text
        ?? component.value(at: ["command_template"])?.text?
        .replacing("{{ value | int }}", with: "55")
      let answer = try await box.broker.ask(
        try #require(payload), on: topic, correlationData: "home")
      let response = try Response(payload: answer.payload)
      let isDone = if case .ok = response { true } else { false }
      #expect(isDone, "\(topic): \(response)")
    }
  }
}
