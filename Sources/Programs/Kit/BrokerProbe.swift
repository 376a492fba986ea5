package import MQTT
import Synchronization

/// Asks a broker once whether it lets somebody in and grants their subscriptions.
package final class BrokerProbe: MQTTLinkEvents {
  private let (verdicts, verdict) = AsyncStream<MQTTError?>.makeStream(
    bufferingPolicy: .bufferingOldest(1))

  /// Asks nothing yet.
  package init() {}

  /// What stands in the way; `nil` if nothing does.
  package func verdict(of link: MQTTLink) async -> MQTTError? {
    await withTaskGroup { group in
      group.addTask { await link.run() }
      var first: MQTTError?
      for await error in verdicts {
        first = error
        break
      }
      group.cancelAll()
      return first
    }
  }

  package func connecting() throws -> MQTTPresence { MQTTPresence() }
  package func received(_ messages: [MQTTMessage]) throws {}
  package func acknowledged() {}
  package func outbox(atMost count: Int) -> [MQTTPublication] { [] }
  package func published(_ results: [MQTTPublished]) {}

  package func changed(to state: MQTTLinkState) {
    switch state {
    case .connecting: break
    case .online: verdict.yield(nil)
    case .offline(let error): verdict.yield(error)
    }
  }
}
