import Audio
import Box
import MQTT
import Orders
import ProgramKit
import Voice
import Wire

/// What the box tells about itself at each connection.
struct Introduction: Sendable {
  let configuration: Configuration
  let pack: PackManifest
  let clock: BoxClock

  var notices: [Notice] {
    var notices = [
      Notice(
        topic: configuration.topics[.info], body: info.json.encoded, isRetained: true)
    ]
    if let prefix = configuration.homeAssistantPrefix {
      let (topic, payload) = HomeAssistant.discovery(
        prefix: prefix, topics: configuration.topics, store: configuration.store,
        box: configuration.box, version: Release.version)
      notices.append(Notice(topic: topic, body: payload.encoded, isRetained: true))
    }
    return notices
  }

  private var info: BoxInfo {
    BoxInfo(
      version: Release.version,
      pack: BoxInfo.Pack(name: pack.name, version: pack.version, locale: pack.locale),
      settings: configuration.published, at: clock.now())
  }
}

extension Notice {
  /// The acknowledgement of an order by this box's own button, for all boxes of the store.
  static func acknowledgement(of order: String, _ topics: Topics) -> Notice {
    let request = Request(.acknowledge(order: order))
    return Notice(
      topic: topics.storeRequest(request.verb.rawValue), body: request.json.encoded,
      expiry: .seconds(600))
  }
}

extension Configuration {
  /// The settings that everybody may read: no user name, no password, no path to either.
  var published: JSONObject {
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
      "orders": .array(rules.map { .string($0.topic.rawValue) }),
    ]
  }
}
