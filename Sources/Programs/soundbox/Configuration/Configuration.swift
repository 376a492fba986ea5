import MQTT
import Orders
import Wire

/// The configuration of a box, checked.
struct Configuration: Sendable {
  var store: Identifier
  var box: Identifier
  var broker: MQTTBroker
  var session: MQTTSession
  /// The longest wait between two attempts to connect, or to find somebody who takes receipts.
  var reconnectLimit: Duration
  var topics: Topics
  var pack: String
  var sounds: String?
  /// The currency of amounts that come without one; the pack's own unless set.
  var currency: Currency?
  var audio: String
  var leadIn: Duration
  /// The folder of the journal.
  var state: String
  var rules: [OrderRule]
}
