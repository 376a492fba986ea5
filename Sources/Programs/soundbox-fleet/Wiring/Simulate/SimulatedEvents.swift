import MQTT
import Simulator
import Synchronization

/// Joins one connection to its virtual box.
struct BoxEvents: MQTTLinkEvents {
  let simulation: Simulation
  let number: Int
  let trouble: LastError

  func connecting() -> MQTTPresence {
    let presence = simulation.connecting(number)
    return MQTTPresence(
      will: MQTTPublication(presence.will), birth: MQTTPublication(presence.birth),
      goodbye: MQTTPublication(presence.goodbye))
  }

  func received(_ messages: [MQTTMessage]) {
    simulation.take(
      messages.map {
        Arrival(
          topic: $0.topic, payload: $0.payload, isRetained: $0.isRetained,
          responseTopic: $0.responseTopic, correlationData: $0.correlationData)
      }, for: number)
  }

  func acknowledged() {}

  func outbox(atMost count: Int) -> [MQTTPublication] {
    simulation.next(number, atMost: count).map { MQTTPublication($0) }
  }

  func published(_ results: [MQTTPublished]) {
    simulation.sent(results.map(\.token), by: number)
  }

  func changed(to state: MQTTLinkState) {
    switch state {
    case .connecting: break
    case .online: simulation.online(number)
    case .offline(let error):
      if !simulation.offline(number) { trouble.note(error) }
    }
  }
}

/// Joins one connection to the back end that sends orders.
struct BackEndEvents: MQTTLinkEvents {
  let simulation: Simulation
  let trouble: LastError

  func connecting() -> MQTTPresence {
    simulation.backEndConnecting()
    return MQTTPresence()
  }

  func received(_ messages: [MQTTMessage]) {}

  func acknowledged() {}

  func outbox(atMost count: Int) -> [MQTTPublication] {
    simulation.nextOrders(atMost: count).map { MQTTPublication($0) }
  }

  func published(_ results: [MQTTPublished]) {
    simulation.ordered(results.map { ($0.token, $0.reason == .success) })
  }

  func changed(to state: MQTTLinkState) {
    if case .offline(let error) = state { trouble.note(error) }
  }
}

/// The last thing that went wrong, until somebody has been told.
final class LastError: Sendable {
  private let last = Mutex<String?>(nil)

  func note(_ error: MQTTError) { last.withLock { $0 = "\(error)" } }

  /// The trouble since the last call.
  func take() -> String? {
    last.withLock { last in
      defer { last = nil }
      return last
    }
  }
}

extension MQTTPublication {
  fileprivate init(_ message: Outgoing) {
    self.init(
      token: message.token, topic: message.topic, payload: message.payload,
      qos: message.isAcknowledged ? .atLeastOnce : .atMostOnce, isRetained: message.isRetained,
      expiry: message.expiry, correlationData: message.correlationData)
  }
}
