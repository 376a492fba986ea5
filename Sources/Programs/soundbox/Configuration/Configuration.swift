import Audio
import Box
import Buttons
import GPIO
import MQTT
import Orders
import ProgramKit
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
  /// The silence that follows each announcement on the device.
  var tail: Duration
  /// What is done with the device while nothing is played.
  var idle: IdlePolicy
  /// How the box deals with more to say than it can say at once.
  var policy: QueuePolicy
  /// The zone of quiet hours; `nil` for that of the computer.
  var timeZone: String?
  /// How often health is published.
  var healthInterval: Duration
  /// The first level of Home Assistant's discovery topics; `nil` if it is not to discover the box.
  var homeAssistantPrefix: String?
  /// The box's own button.
  var button: Button?
  /// What is on while a round of an alert sounds.
  var light: Line?
  /// Where metrics are shown to this computer; `nil` for nowhere.
  var metrics: ListenAddress?
  /// The folder of the journal.
  var state: String
  var rules: [OrderRule]
}
