import Box
import Interop
import MQTT
import Service
import Wire

/// Joins the link to inbox, requests and outbox.
struct BrokerEvents: MQTTLinkEvents {
  let inbox: Inbox
  let requests: RequestHandler
  let outbox: Outbox
  let notices: TransientOutbox
  let presence: Presence
  let health: HealthReport
  let topics: Topics
  let clock: BoxClock
  let log: Log
  let observe: StepObserver

  func connecting() throws -> MQTTPresence {
    outbox.restart()
    notices.restart()
    let messages = try presence.connect()
    return MQTTPresence(
      will: MQTTPublication(messages.will, token: 0),
      birth: MQTTPublication(messages.birth, token: 0),
      goodbye: MQTTPublication(messages.goodbye, token: 0))
  }

  /// Orders go into the inbox first, in one transaction: nobody waits for an answer as they do.
  func received(_ messages: [MQTTMessage]) throws {
    let moment = clock.moment
    var orders: [Arrival] = []
    var asked: [(Arrival, verb: String)] = []
    for arrival in messages.map({ Arrival($0, at: moment) }) {
      if let verb = topics.verb(of: arrival.topic) {
        asked.append((arrival, verb))
      } else if arrival.topic == topics[.state] {
        presence.read(arrival.payload)
      } else {
        orders.append(arrival)
      }
    }
    do {
      try inbox.take(orders, waking: false)
      for (arrival, verb) in asked { try requests.take(arrival, verb: verb) }
    } catch {
      log(.error, "orders not stored, the broker keeps them", ["error": "\(error)"])
      throw error
    }
  }

  func acknowledged() { observe(.acknowledged) }

  /// What was taken is spoken from now on: the receipts are out, for which somebody waits.
  func turned() { inbox.wake() }

  func outbox(atMost count: Int) -> [MQTTPublication] {
    let notices = notices.next(atMost: count).map { MQTTPublication($0.notice, token: $0.token) }
    do {
      return notices
        + (try outbox.next(atMost: count - notices.count).map {
          MQTTPublication(token: $0.seq, topic: $0.topic, payload: Array($0.body.utf8))
        })
    } catch {
      log(.error, "receipts not read", ["error": "\(error)"])
      return notices
    }
  }

  func published(_ results: [MQTTPublished]) {
    notices.note(Set(results.map(\.token).filter { $0 < 0 }))
    do {
      try outbox.note(
        results.filter { $0.token > 0 }.map { result in
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
      presence.connected()
      health.publish()
      Readiness.ready("online")
    case .offline(let error):
      log(.warning, "offline", ["error": "\(error)"])
      presence.disconnected()
      Readiness.status("offline: \(error)")
    }
  }
}

extension Arrival {
  init(_ message: MQTTMessage, at moment: Moment) {
    self.init(
      topic: message.topic, payload: message.payload, isRetained: message.isRetained,
      moment: moment, responseTopic: message.responseTopic,
      correlationData: message.correlationData)
  }
}

extension MQTTPublication {
  init(_ notice: Notice, token: Int64) {
    self.init(
      token: token, topic: notice.topic, payload: Array(notice.body.utf8),
      qos: notice.isAcknowledged ? .atLeastOnce : .atMostOnce, isRetained: notice.isRetained,
      expiry: notice.expiry, correlationData: notice.correlationData)
  }
}
