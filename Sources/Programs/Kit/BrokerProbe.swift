package import MQTT
import Synchronization

/// Connects to a broker once, to check credentials and subscriptions.
package final class BrokerProbe: LinkEvents {
  private let (results, continuation) = AsyncStream<MQTTError?>.makeStream(
    bufferingPolicy: .bufferingOldest(1))

  /// The first error; `nil` once the link is online.
  private func result(of link: Link) async -> MQTTError? {
    await withTaskGroup { group in
      group.addTask { await link.run() }
      var first: MQTTError?
      for await error in results {
        first = error
        break
      }
      group.cancelAll()
      return first
    }
  }

  /// Checks a broker, under a client id of its own.
  ///
  /// - Parameters:
  ///   - broker: The broker.
  ///   - session: The session to check; a running client that uses it is not disturbed.
  /// - Returns: A line for each fault.
  package static func faults(of broker: Broker, _ session: SessionSettings) async -> [String] {
    var session = session
    session.clientID += "/check"
    session.expiry = .zero
    let probe = BrokerProbe()
    do {
      let link = try Link(broker: broker, session: session, events: probe)
      return await probe.result(of: link).map { ["broker: \($0)"] } ?? []
    } catch {
      return ["broker: \(error)"]
    }
  }

  package func changed(to state: LinkState) {
    switch state {
    case .connecting: break
    case .online: continuation.yield(nil)
    case .offline(let error): continuation.yield(error)
    }
  }
}
