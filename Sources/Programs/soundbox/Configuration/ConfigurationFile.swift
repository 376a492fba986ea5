import ProgramKit
import Settings

/// The configuration of a box in its YAML form; only the keys are checked.
struct ConfigurationFile: Decodable {
  typealias Text = Located<String>

  var store: Text
  var box: Text
  var broker: Text
  var credentials: CredentialsSection?
  var tls: TLSSection?
  var session: SessionSection?
  var topics: [String: Text]?
  var pack: Text
  var sounds: Text?
  var currency: Text?
  var audio: Text?
  var leadIn: Text?
  var tail: Text?
  var idle: Text?
  var idleAfter: Text?
  var state: Text?
  var orders: [RuleSection]?
  var unmatched: Text?
  var queue: Queue?
  var alerts: Alerts?
  var quietHours: QuietHours?
  var healthInterval: Text?
  var homeAssistant: HomeAssistant?
  var button: Button?
  var light: Light?
  var metrics: Metrics?

  struct Queue: Decodable {
    var limit: Text?
    var late: Text?
    var summaryAbove: Text?
    var summarizePayments: Text?
  }

  struct Alerts: Decodable {
    var rounds: Text?
    var pause: Text?
    var announceEvery: Text?
    var ring: Text?
  }

  struct QuietHours: Decodable {
    var timeZone: Text?
    var highPasses: Text?
    var hours: [HoursSection]?
  }

  struct Button: Decodable {
    var device: Text
    var key: Text
  }

  struct Light: Decodable {
    var chip: Text
    var line: Text
    var activeLow: Text?
  }

  struct Metrics: Decodable {
    var listen: Text
  }

  struct HomeAssistant: Decodable {
    var prefix: Text?
  }
}
