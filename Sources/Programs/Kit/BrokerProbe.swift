package import MQTT
import Synchronization

/// Asks a broker once whether it lets somebody in and grants their subscriptions.
package final class BrokerProbe: MQTTLinkEvents {
  private let (verdicts, verdict) = AsyncStream<MQTTError?>.makeStream(
    bufferingPolicy: .bufferingOldest(1))

  /// What stands in the way; `nil` if nothing does.
  private func verdict(of link: MQTTLink) async -> MQTTError? {
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

  /// What keeps somebody from a broker, asked under a client id of its own.
  ///
  /// - Parameters:
  ///   - broker: The broker.
  ///   - session: The session of who is to be let in, whom this does not disturb.
  /// - Returns: A line for each fault.
  package static func faults(of broker: MQTTBroker, _ session: MQTTSession) async -> [String] {
    var session = session
    session.clientID += "/check"
    session.expiry = .zero
    let probe = BrokerProbe()
    do {
      let link = try MQTTLink(broker: broker, session: session, events: probe)
      return await probe.verdict(of: link).map { ["broker: \($0)"] } ?? []
    } catch {
      return ["broker: \(error)"]
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
