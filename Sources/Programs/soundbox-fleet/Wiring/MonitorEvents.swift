import Fleet
import Monitor
import MQTT
import Service

/// Joins the link to intake and courier.
struct MonitorEvents: MQTTLinkEvents {
  let monitor: FleetMonitor
  let alarmTopic: AlarmTopic?
  let name: String
  let log: Log
  private let connections = TakeoverDetector()

  init(monitor: FleetMonitor, alarmTopic: AlarmTopic?, name: String, log: Log) {
    self.monitor = monitor
    self.alarmTopic = alarmTopic
    self.name = name
    self.log = log
  }

  func connecting() throws -> MQTTPresence { MQTTPresence() }

  func received(_ messages: [MQTTMessage]) throws {
    try monitor.ingest.store(
      messages.map {
        Heard(topic: $0.topic, payload: $0.payload, isRetained: $0.isRetained)
      })
  }

  func acknowledged() {}

  func outbox(atMost count: Int) -> [MQTTPublication] {
    let alarms = alarmTopic?.next(atMost: count) ?? []
    let requests = monitor.requestClient.next(atMost: count - alarms.count)
    return (alarms + requests).map { parcel in
      MQTTPublication(
        token: parcel.token, topic: parcel.topic, payload: parcel.payload, expiry: parcel.expiry)
    }
  }

  func published(_ results: [MQTTPublished]) {
    for result in results {
      if result.token < 0 {
        // Nobody may be listening now: that is no fault of the broker's.
        let isTaken = result.reason == .success || result.reason == .noMatchingSubscribers
        alarmTopic?.sent(result.token, error: isTaken ? nil : "\(result.reason)")
      } else {
        monitor.requestClient.sent(result.token, isTaken: result.reason == .success)
      }
    }
  }

  func changed(to state: MQTTLinkState) {
    switch state {
    case .connecting: log(.debug, "connecting")
    case .online(let sessionPresent):
      log(.notice, "online", ["session.present": String(sessionPresent)])
      connections.begin()
      monitor.fleet.broker(isOnline: true)
      // What the other one of our name has taken out of the session we have to ask for.
      if !sessionPresent || connections.isDisputed { monitor.sessionLost() }
      Readiness.ready("online")
    case .offline(let error):
      log(.warning, "offline", ["error": "\(error)"])
      if connections.end(error) {
        log(
          .error, "connected and parted again and again; does another monitor have this name?",
          ["name": name])
      }
      let guess =
        connections.isDisputed ? "; does another monitor have the name '\(name)', too?" : ""
      monitor.fleet.broker(isOnline: false, failure: "\(error)\(guess)")
      Readiness.status("offline: \(error)")
    }
  }
}
