/// How Home Assistant learns of a box: one retained message that describes the device and its entities
/// (Home Assistant, MQTT integration, “Device discovery payload”).
public enum HomeAssistant {
  /// The discovery message; an empty retained payload under its topic removes the device.
  ///
  /// The store has a level of its own, so that no two boxes share a topic: their names may contain
  /// every sign that could join them.
  ///
  /// - Parameters:
  ///   - prefix: Home Assistant's discovery prefix, `homeassistant` unless changed there.
  ///   - topics: The box's topics.
  ///   - store: The shop in which the box stands.
  ///   - box: The box.
  ///   - version: The program's version.
  /// - Returns: The topic and the message, to be published retained at QoS 1.
  public static func discovery(
    prefix: String = "homeassistant", topics: Topics, store: Identifier, box: Identifier,
    version: String
  ) -> (topic: String, payload: JSON) {
    let name = "soundbox/\(store)/\(box)"
    // Whatever is neither of the two payloads changes nothing there: `lost` must become one of them.
    let availability: JSONObject = [
      "topic": .string(topics[.state]),
      "value_template": "{{ 'online' if value_json.state == 'online' else 'offline' }}",
      "payload_available": "online", "payload_not_available": "offline",
    ]
    var components = JSONObject()
    for (key, var component) in entities(topics) {
      component["unique_id"] = .string("\(name)/\(key)")
      components[key] = .object(component)
    }
    let payload: JSONObject = [
      "device": .object([
        "identifiers": .array([.string(name)]), "name": .string("Soundbox \(store) \(box)"),
        "model": "Soundbox", "sw_version": .string(version),
      ]),
      "origin": .object(["name": "soundbox", "sw_version": .string(version)]),
      "availability": .array([.object(availability)]),
      "qos": .number(JSONNumber(1)),
      "components": .object(components),
    ]
    return ("\(prefix)/device/soundbox-\(store)/\(box)/config", .object(payload))
  }

  private static func entities(_ topics: Topics) -> [(String, JSONObject)] {
    let health = topics[.health]
    return [
      ("connection", connection(topics)),
      ("queue", sensor("Queue", health, "queue", ["state_class": "measurement"])),
      ("last-played", sensor("Last played", health, "lastPlayed", ["device_class": "timestamp"])),
      ("audio", sensor("Audio", health, "audio.state", audioStates)),
      ("xruns", sensor("Underruns", health, "audio.xruns", ["state_class": "total_increasing"])),
      ("volume", volume(topics)),
      ("test", test(topics)),
    ]
  }

  /// Whether the box is connected: the one entity that must stay available when it is not.
  private static func connection(_ topics: Topics) -> JSONObject {
    [
      "platform": "binary_sensor", "name": "Connection", "device_class": "connectivity",
      "entity_category": "diagnostic", "availability": .array([]),
      "state_topic": .string(topics[.state]),
      "value_template": "{{ 'ON' if value_json.state == 'online' else 'OFF' }}",
    ]
  }

  private static let audioStates: JSONObject = [
    "device_class": "enum",
    "options": .array(Health.Audio.State.all.map { .string($0.rawValue) }),
  ]

  private static func sensor(
    _ name: String, _ topic: String, _ member: String, _ more: JSONObject
  ) -> JSONObject {
    var sensor: JSONObject = [
      "platform": "sensor", "name": .string(name), "state_topic": .string(topic),
      "value_template": .string("{{ value_json.\(member) }}"),
    ]
    for member in more.members { sensor[member.key] = member.value }
    return sensor
  }

  private static func volume(_ topics: Topics) -> JSONObject {
    [
      "platform": "number", "name": "Volume", "unit_of_measurement": "%",
      "min": .number(JSONNumber(0)), "max": .number(JSONNumber(100)),
      "step": .number(JSONNumber(1)),
      "state_topic": .string(topics[.health]), "value_template": "{{ value_json.volume }}",
      "command_topic": .string(topics.request(Request.Verb.volume.rawValue)),
      "command_template": #"{"value": {{ value | int }}}"#,
    ]
  }

  private static func test(_ topics: Topics) -> JSONObject {
    [
      "platform": "button", "name": "Test", "entity_category": "diagnostic",
      "command_topic": .string(topics.request(Request.Verb.say.rawValue)),
      "payload_press": #"{"soundCommand":"system.test"}"#,
    ]
  }
}
