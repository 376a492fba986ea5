import Messaging
import MQTT
import Simulator
import Synchronization

/// Joins one connection to its virtual box.
struct BoxEvents: LinkEvents {
  let simulation: Simulation
  let number: Int
  let lastError: LastError

  var sources: [any PublicationSource] { [simulation.source(of: number)] }

  func connecting() -> PresenceMessages { simulation.connecting(number) }

  func received(_ messages: [Message]) { simulation.take(messages, for: number) }

  func changed(to state: LinkState) {
    switch state {
    case .connecting: break
    case .online: simulation.online(number)
    case .offline(let error):
      if !simulation.offline(number) { lastError.note(error) }
    }
  }
}

/// Joins one connection to the back end that sends orders.
struct BackEndEvents: LinkEvents {
  let simulation: Simulation
  let lastError: LastError

  var sources: [any PublicationSource] { [simulation.orders] }

  func changed(to state: LinkState) {
    if case .offline(let error) = state { lastError.note(error) }
  }
}

/// The last error, until it is reported.
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
