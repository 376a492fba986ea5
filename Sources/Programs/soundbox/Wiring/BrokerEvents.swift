import Bridge
import Interop
import MQTT
import Service
import Wire

/// Joins the link to inbox and outbox.
struct BrokerEvents: MQTTLinkEvents {
  let journal: Journal
  let inbox: Inbox
  let outbox: Outbox
  let topics: Topics
  let clock: WallClock
  let log: Log
  let observe: StepObserver

  func connecting() throws -> MQTTPresence {
    outbox.restart()
    let session = try journal.openSession()
    func publication(_ state: BoxState) -> MQTTPublication {
      MQTTPublication(
        topic: topics[.state],
        payload: Array(state.json(session: session, at: clock.now()).encoded.utf8), isRetained: true
      )
    }
    return MQTTPresence(
      will: publication(.lost), birth: publication(.online), goodbye: publication(.offline))
  }

  func received(_ messages: [MQTTMessage]) throws {
    let moment = clock.now()
    do {
      try inbox.take(
        messages.map {
          Arrival(
            topic: $0.topic, payload: $0.payload, isRetained: $0.isRetained, moment: moment)
        })
    } catch {
      log(.error, "orders not stored, the broker keeps them", ["error": "\(error)"])
      throw error
    }
  }

  func acknowledged() { observe(.acknowledged) }

  func outbox(atMost count: Int) -> [MQTTPublication] {
    do {
      return try outbox.next(atMost: count).map {
        MQTTPublication(token: $0.seq, topic: $0.topic, payload: Array($0.body.utf8))
      }
    } catch {
      log(.error, "receipts not read", ["error": "\(error)"])
      return []
    }
  }

  func published(_ results: [MQTTPublished]) {
    do {
      try outbox.note(
        results.map { result in
          (result.token, result.reason == .success ? .taken : .refused("\(result.reason)"))
        })
    } catch {
      log(.error, "published receipts not noted", ["error": "\(error)"])
    }
  }

  func changed(to state: MQTTLinkState) {
    switch state {
    case .connecting:
      log(.debug, "connecting")
    case .online(let sessionPresent):
      log(.notice, "online", ["session.present": String(sessionPresent)])
      Readiness.ready("online")
    case .offline(let error):
      log(.warning, "offline", ["error": "\(error)"])
      Readiness.status("offline: \(error)")
    }
  }
}
