import Box
import Interop
import Messaging
import MQTT
import Service
import Wire

/// Joins the link to the box: inbox, requests and outboxes.
struct BrokerEvents: LinkEvents {
  let inbox: Inbox
  let requests: RequestHandler
  let sources: [any PublicationSource]
  let presence: Presence
  let health: HealthReport
  let topics: Topics
  let clock: BoxClock
  let log: Log
  let observe: StepObserver

  func connecting() throws -> PresenceMessages { try presence.connect() }

  /// Stores orders first, in one transaction: their `delivered` receipts are the most urgent.
  func received(_ messages: [Message]) throws {
    let moment = clock.moment
    var orders: [Message] = []
    var asked: [(message: Message, verb: String)] = []
    for message in messages {
      if let verb = topics.verb(of: message.topic) {
        asked.append((message, verb))
      } else if message.topic == topics[.state] {
        presence.read(message.payload)
      } else {
        orders.append(message)
      }
    }
    do {
      try inbox.take(orders, at: moment, waking: false)
      for (message, verb) in asked { try requests.take(message, verb: verb) }
    } catch {
      log(.error, "orders not stored, the broker keeps them", ["error": "\(error)"])
      throw error
    }
  }

  private func forgetPackets() {
    do { try inbox.forgetPackets() } catch {
      log(.error, "journal not written", ["error": "\(error)"])
    }
  }

  func acknowledged() { observe(.acknowledged) }

  /// Wakes the announcer only now, after the `delivered` receipts have been sent.
  func turned() { inbox.wake() }

  func changed(to state: LinkState) {
    switch state {
    case .connecting:
      log(.debug, "connecting")
    case .online(let sessionPresent):
      log(.notice, "online", ["session.present": String(sessionPresent)])
      presence.connected()
      if !sessionPresent { forgetPackets() }
      health.publish()
      Readiness.ready("online")
    case .offline(let error):
      log(.warning, "offline", ["error": "\(error)"])
      presence.disconnected()
      Readiness.status("offline: \(error)")
    }
  }
}
