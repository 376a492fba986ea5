import MQTT
import Synchronization

/// Asks a broker once whether it lets the box in and grants its subscriptions.
final class BrokerProbe: MQTTLinkEvents {
  private let (verdicts, verdict) = AsyncStream<MQTTError?>.makeStream(
    bufferingPolicy: .bufferingOldest(1))

  /// What stands in the way; `nil` if nothing does.
  func verdict(of link: MQTTLink) async -> MQTTError? {
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

  func connecting() throws -> MQTTPresence { MQTTPresence() }
  func received(_ messages: [MQTTMessage]) throws {}
  func acknowledged() {}
  func outbox(atMost count: Int) -> [MQTTPublication] { [] }
  func published(_ results: [MQTTPublished]) {}

  func changed(to state: MQTTLinkState) {
    switch state {
    case .connecting: break
    case .online: verdict.yield(nil)
    case .offline(let error): verdict.yield(error)
    }
  }
}
