import MQTT
import Synchronization

/// A client of the broker that publishes and tells when something came, on the link's own thread.
final class Client: MQTTLinkEvents {
  private let queue = Mutex<[MQTTPublication]>([])
  private let link = Mutex<MQTTLink?>(nil)
  private let (onlines, online) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let receive: @Sendable (MQTTMessage) -> Void

  init(receive: @escaping @Sendable (MQTTMessage) -> Void = { _ in }) { self.receive = receive }

  /// Connects, lends the client, and disconnects.
  static func with<Result>(
    port: UInt16, id: String, subscriptions: [String] = [],
    receive: @escaping @Sendable (MQTTMessage) -> Void = { _ in },
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let client = Client(receive: receive)
    let link = try MQTTLink(
      broker: MQTTBroker(host: "127.0.0.1", port: port),
      session: MQTTSession(clientID: id, subscriptions: subscriptions), events: client)
    client.link.withLock { $0 = link }
    // Ends with this scope, which cancels it.
    async let _ = link.run()
    for await _ in client.onlines { break }
    let result = try await body(client)
    return result
  }

  func publish(_ payload: String, to topic: String) { publish([payload], to: topic) }

  func publish(_ payloads: [String], to topic: String) {
    publish(payloads.map { MQTTPublication(topic: topic, payload: Array($0.utf8)) })
  }

  func publish(_ publications: [MQTTPublication]) {
    // The next one stands last, where it is cheap to take.
    queue.withLock { $0 = publications.reversed() + $0 }
    link.withLock { $0 }?.wake()
  }

  func connecting() throws -> MQTTPresence { MQTTPresence() }
  func received(_ messages: [MQTTMessage]) throws { for message in messages { receive(message) } }
  func acknowledged() {}
  func outbox(atMost count: Int) -> [MQTTPublication] {
    queue.withLock { queue in
      defer { queue.removeLast(min(count, queue.count)) }
      return queue.suffix(count).reversed()
    }
  }
  func published(_ results: [MQTTPublished]) {}
  func changed(to state: MQTTLinkState) { if case .online = state { online.yield() } }
}
