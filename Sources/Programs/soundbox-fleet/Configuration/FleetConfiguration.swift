import Monitor
import MQTT
import Web

/// The configuration of a monitor, checked.
struct FleetConfiguration {
  var broker: MQTTBroker
  var session: MQTTSession
  var reconnectLimit: Duration
  var database: DatabaseAddress
  var settings: MonitorSettings
  var web: WebSettings
  var access: AccessSettings
  var telling: AlarmChannels
  /// The zone of the shops' quiet hours; `nil` for this computer's.
  var timeZone: String?

  /// Where the monitor's database is.
  enum DatabaseAddress: Equatable {
    /// A file.
    case sqlite(path: String)
    /// A server.
    case postgres(url: String)

    /// Reads `sqlite:PATH` or `postgres://…`.
    init?(_ text: String) {
      if text.hasPrefix("sqlite:"), text.count > 7 {
        self = .sqlite(path: String(text.dropFirst(7)))
      } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
        self = .postgres(url: text)
      } else {
        return nil
      }
    }
  }
}

/// How alarms are told.
struct AlarmChannels {
  /// A web server that is told.
  struct Webhook {
    var url: String
    var secret: [UInt8]
    var ca: String?
  }

  /// The template of the topic; `nil` for none.
  var topic: String?
  var webhook: Webhook?
}
