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
      // Another monitor of this name may have received what was queued: request it from the boxes.
      if !sessionPresent || connections.isDisputed { monitor.sessionLost() }
      Readiness.ready("online")
    case .offline(let error):
      log(.warning, "offline", ["error": "\(error)"])
      if connections.end(error) {
        log(
          .error, "connection taken over repeatedly; is another monitor using this client id?",
          ["name": name])
      }
      let guess =
        connections.isDisputed ? "; is another monitor using the name '\(name)'?" : ""
      monitor.fleet.broker(isOnline: false, failure: "\(error)\(guess)")
      Readiness.status("offline: \(error)")
    }
  }
}
