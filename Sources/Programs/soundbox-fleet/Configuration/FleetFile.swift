import ProgramKit
import Settings

/// The configuration of a monitor in its YAML form; only the keys are checked.
struct FleetFile: Decodable {
  typealias Text = Located<String>

  var name: Text
  var broker: Text
  var credentials: CredentialsSection?
  var tls: TLSSection?
  var session: SessionSection?
  var topics: [String: Text]?
  var database: Text?
  /// The former name of `database`, which is refused.
  var store: Text?
  var stores: [Text]?
  var boxes: [Text]?
  var mostBoxes: Text?
  var commands: Text?
  var orders: [Listener]?
  var patience: Text?
  var keep: Keep?
  var web: Web?
  var alarms: Alarms?
  var metrics: Metrics?

  struct Keep: Decodable {
    var receipts: Text?
    var health: Text?
  }

  struct Metrics: Decodable {
    var boxes: Text?
    var limit: Text?
  }

  struct Web: Decodable {
    var listen: Text?
    var hosts: [Text]?
    var tls: TLS?
    var access: [Member]?

    struct TLS: Decodable {
      var certificate: Text
      var key: Text
      var clientCA: Text?
    }

    struct Member: Decodable {
      var name: Text
      var role: Text
      var tokenFile: Text?
      var certificate: Text?
    }
  }

  struct Alarms: Decodable {
    var topic: Text?
    var webhook: Webhook?
    var rules: [Rule]?
    var quiet: [String: [HoursSection]]?
    var timeZone: Text?

    struct Webhook: Decodable {
      var url: Text
      var secretFile: Text
      var ca: Text?
    }

    /// A name and exactly one condition.
    struct Rule: Decodable {
      var name: Text
      var severity: Text?
      var stores: [Text]?
      var unanswered: Text?
      var lost: Text?
      var silent: Text?
      var rejected: Text?
      var ignoring: Text?
      var gaps: Text?
      var audioUnavailable: Text?
      var databaseFailing: Text?
      /// The former name of `databaseFailing`, which is refused.
      var storeFailing: Text?
      var brokerUnreachable: Text?
      var failures: Failures?
    }

    struct Failures: Decodable {
      var count: Text
      var within: Text
      var codes: [Text]?
      var reasons: [Text]?
    }
  }

  /// A rule of the boxes, and the store that it belongs to.
  struct Listener: Decodable {
    var store: Text?
    var rule: RuleSection
  }
}
