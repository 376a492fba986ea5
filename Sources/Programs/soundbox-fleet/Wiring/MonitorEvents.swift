import Fleet
import Messaging
import Monitor
import MQTT
import Service

/// Joins the link to the monitor.
struct MonitorEvents: LinkEvents {
  let monitor: FleetMonitor
  let sources: [any PublicationSource]
  let name: String
  let log: Log
  private let connections = TakeoverDetector()

  init(monitor: FleetMonitor, publications: PublicationQueue, name: String, log: Log) {
    self.monitor = monitor
    sources = [publications]
    self.name = name
    self.log = log
  }

  func received(_ messages: [Message]) throws { try monitor.ingest.store(messages) }

  func changed(to state: LinkState) {
    switch state {
    case .connecting:
      log(.debug, "connecting")
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
