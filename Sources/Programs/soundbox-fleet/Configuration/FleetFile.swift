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

  struct Session: Decodable {
    var expiry: Text?
    var keepAlive: Text?
    var reconnectLimit: Text?
  }

  struct Keep: Decodable {
    var receipts: Text?
    var health: Text?
  }

  /// A rule of the boxes, and whose boxes they are.
  struct Listener: Decodable {
    var store: Text?
    var rule: RuleSection
  }
}
