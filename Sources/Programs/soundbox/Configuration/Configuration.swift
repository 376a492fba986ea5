import Audio
import Box
import Buttons
import GPIO
import MQTT
import Messaging
import Orders
import ProgramKit
import Voice
import Wire

/// The configuration of a box, checked.
struct Configuration: Sendable {
  var store: Identifier
  var box: Identifier
  var broker: Broker
  var session: SessionSettings
  /// The longest wait between two attempts to connect, or to publish a refused receipt.
  var reconnectLimit: Duration
  var topics: Topics
  var pack: String
  var sounds: String?
  var audio: String
  var leadIn: Duration
  /// The silence after each announcement on the device.
  var tail: Duration
  /// What happens to the device while nothing is played.
  var idle: IdlePolicy
  /// The rules of the announcement queue.
  var policy: QueuePolicy
  /// The time zone of quiet hours; `nil` for the computer's.
  var timeZone: String?
  /// How often health is published.
  var healthInterval: Duration
  /// The first level of Home Assistant's discovery topics; `nil` for no discovery.
  var homeAssistantPrefix: String?
  /// The box's own button.
  var button: Button?
  /// The light that is on while an alert sounds.
  var light: Line?
  /// The address of the metrics endpoint; `nil` for none.
  var metrics: ListenAddress?
  /// The folder of the journal.
  var state: String
  /// How order messages are read.
  var rules: RuleList
  /// What happens to those that no rule of their topic fits.
  var unmatched: Translator.Unmatched
}

extension Configuration {
  /// The translator for this box's order messages.
  var translator: Translator {
    Translator(
      topics: topics, rules: rules.rules, builtIn: rules.builtIn, unmatched: unmatched)
  }

  /// The topic filters of the rules, each once.
  var orderTopics: [String] {
    var seen: Set<String> = []
    return (rules.rules.map(\.topic.rawValue) + rules.builtIn.map(\.rawValue))
      .filter { seen.insert($0).inserted }
  }
}

extension Configuration {
  /// What the box publishes about itself.
  func description(of pack: PackManifest) -> BoxDescription {
    let discovery = homeAssistantPrefix.map { prefix in
      let (topic, payload) = HomeAssistant.discovery(
        prefix: prefix, topics: topics, store: store, box: box, version: Release.version)
      return Publication(topic: topic, text: payload.encoded, isRetained: true)
    }
    return BoxDescription(
      version: Release.version,
      pack: BoxInfo.Pack(name: pack.name, version: pack.version, locale: pack.locale),
      settings: publicSettings, discovery: discovery)
  }

  /// The public settings: no user name, no password, no path to either.
  private var publicSettings: JSONObject {
    func seconds(_ duration: Duration) -> JSON {
      .number(JSONNumber(duration.components.seconds))
    }
    func milliseconds(_ duration: Duration) -> JSON {
      .number(JSONNumber(duration.milliseconds))
    }
    return [
      "broker": .string(broker.address), "audio": .string(audio),
      "leadIn": milliseconds(leadIn), "tail": milliseconds(tail), "idle": .string(idle.name),
      "keepAlive": seconds(session.keepAlive), "sessionExpiry": seconds(session.expiry),
      "healthInterval": seconds(healthInterval),
      "queueLimit": .number(JSONNumber(policy.limit)), "late": .string(policy.lateness.rawValue),
      "summaryAbove": policy.summaryAbove.map { .number(JSONNumber($0)) } ?? .null,
      "summarizePayments": .bool(policy.summarizesPayments),
      "highPasses": .bool(policy.highPasses),
      "quietHours": .number(JSONNumber(policy.quietHours?.windows.count ?? 0)),
      "alertRounds": .number(JSONNumber(policy.repetition.rounds)),
      "orders": .array(orderTopics.map { .string($0) }),
      "unmatched": .string(unmatched.rawValue),
    ]
  }
}
