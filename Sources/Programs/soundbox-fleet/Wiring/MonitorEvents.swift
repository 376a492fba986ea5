import Fleet
import Monitor
import MQTT
import Service

/// Joins the link to the monitor.
struct MonitorEvents: MQTTLinkEvents {
  let monitor: FleetMonitor
  let publications: PublicationQueue
  let name: String
  let log: Log
  private let connections = TakeoverDetector()

  init(monitor: FleetMonitor, publications: PublicationQueue, name: String, log: Log) {
    self.monitor = monitor
    self.publications = publications
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
    publications.next(atMost: count).map {
      MQTTPublication(token: $0.token, topic: $0.topic, payload: $0.payload, expiry: $0.expiry)
    }
  }

  func published(_ results: [MQTTPublished]) {
    for result in results {
      let confirmation: PublicationQueue.Confirmation =
        switch result.reason {
        case .success: .accepted
        case .noMatchingSubscribers: .noSubscribers
        default: .refused(reason: "\(result.reason)")
        }
      publications.confirm(result.token, confirmation)
    }
  }

  func changed(to state: MQTTLinkState) {
    switch state {
    case .connecting:
      log(.debug, "connecting")
      publications.restart()
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
