import Testing
import Wire

@Suite struct `Home Assistant` {
  private func discovery(store: String = "s042", box: String = "counter-1") throws -> (
    topic: String, payload: JSON
  ) {
    let store = try #require(Identifier(rawValue: store))
    let box = try #require(Identifier(rawValue: box))
    return HomeAssistant.discovery(
      topics: Topics(store: store, box: box), store: store, box: box, version: "1.0.0")
  }

  private func text(_ path: String) throws -> String? {
    try discovery().payload.value(at: path.split(separator: " ").map(String.init))?.encoded
  }

  @Test func `finds no two boxes under one topic`() throws {
    #expect(
      try discovery().topic == "homeassistant/device/soundbox-s042/counter-1/config")
    #expect(
      try discovery(store: "a_b", box: "c").topic != (try discovery(store: "a", box: "b_c").topic))
  }

  @Test(arguments: [
    ("device identifiers", #"["soundbox/s042/counter-1"]"#), ("device sw_version", #""1.0.0""#),
    ("origin name", #""soundbox""#),
    (
      "availability",
      #"[{"topic":"soundbox/v1/s042/counter-1/state","value_template":"{{ 'online' if value_json.state == 'online' else 'offline' }}","payload_available":"online","payload_not_available":"offline"}]"#
    ),
    ("components connection availability", "[]"),
    ("components connection state_topic", #""soundbox/v1/s042/counter-1/state""#),
    ("components queue state_topic", #""soundbox/v1/s042/counter-1/health""#),
    ("components queue value_template", #""{{ value_json.queue }}""#),
    ("components last-played device_class", #""timestamp""#),
    ("components audio options", #"["idle","playing","unavailable"]"#),
    ("components xruns value_template", #""{{ value_json.audio.xruns }}""#),
    ("components volume command_topic", #""soundbox/v1/s042/counter-1/request/volume""#),
    ("components volume command_template", #""{\"value\": {{ value | int }}}""#),
    ("components volume min", "0"), ("components volume max", "100"),
    ("components test command_topic", #""soundbox/v1/s042/counter-1/request/say""#),
  ])
  func `learns`(path: String, value: String) throws { #expect(try text(path) == value) }

  @Test func `gets an own id and a platform for each entity`() throws {
    let components = try #require(try discovery().payload.object?["components"]?.object)
    let ids = components.members.compactMap { $0.value.object?["unique_id"]?.text }
    #expect(Set(ids).count == components.members.count)
    let platforms = components.members.compactMap { $0.value.object?["platform"]?.text }
    #expect(
      platforms == ["binary_sensor", "sensor", "sensor", "sensor", "sensor", "number", "button"])
  }

  @Test func `reads members that health has`() throws {
    let health = Health(
      at: Timestamp(milliseconds: 0), connectionNumber: 1,
      audio: Health.Audio(.idle, device: "default"),
      version: "1")
    let topic = JSON("soundbox/v1/s042/counter-1/health")
    let components = try #require(try discovery().payload.object?["components"]?.object)
    for component in components.members.compactMap({ $0.value.object })
    where component["state_topic"] == topic {
      let template = try #require(component["value_template"]?.text)
      let path = template.dropFirst("{{ value_json.".count).dropLast(" }}".count)
      #expect(health.json.value(at: path.split(separator: ".").map(String.init)) != nil)
    }
  }

  @Test func `presses a button that is a request`() throws {
    let payload = try #require(
      try discovery().payload.value(at: ["components", "test", "payload_press"])?.text)
    #expect(
      try Request(verb: "say", payload: Array(payload.utf8)).action
        == .say(try SoundCommand("system.test")))
  }
}
