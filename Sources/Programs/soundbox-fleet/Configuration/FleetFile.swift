import ProgramKit
import Settings

/// The configuration of a monitor as it stands in its YAML file; nothing is checked but the keys.
struct FleetFile: Decodable {
  typealias Text = Located<String>

  var name: Text
  var broker: Text
  var credentials: CredentialsSection?
  var tls: TLSSection?
  var session: Session?
  var topics: [String: Text]?
  var store: Text
  var stores: [Text]?
  var boxes: [Text]?
  var mostBoxes: Text?
  var commands: Text?
  var orders: [Listener]?
  var patience: Text?
  var keep: Keep?
  var web: Web?
  var metrics: Metrics?

  struct Session: Decodable {
    var expiry: Text?
    var keepAlive: Text?
    var reconnectLimit: Text?
  }

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

  /// A rule of the boxes, and whose boxes they are.
  struct Listener: Decodable {
    var store: Text?
    var rule: RuleSection
  }
}
