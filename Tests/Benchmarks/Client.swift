import MQTT
import Messaging
import Synchronization

/// A client of the broker that publishes and tells when something came, on the link's own thread.
final class Client: LinkEvents, PublicationSource {
  private let queue = Mutex<[Publication]>([])
  private let link = Mutex<Link?>(nil)
  private let (onlines, online) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let receive: @Sendable (Message) -> Void

  init(receive: @escaping @Sendable (Message) -> Void = { _ in }) { self.receive = receive }

  /// Connects, lends the client, and disconnects.
  static func with<Result>(
    port: UInt16, id: String, subscriptions: [String] = [],
    receive: @escaping @Sendable (Message) -> Void = { _ in },
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let client = Client(receive: receive)
    let link = try Link(
      broker: Broker(host: "127.0.0.1", port: port),
      session: SessionSettings(clientID: id, subscriptions: subscriptions), events: client)
    client.link.withLock { $0 = link }
    // Ends with this scope, which cancels it.
    async let _ = link.run()
    for await _ in client.onlines { break }
    let result = try await body(client)
    return result
  }

  func publish(_ payload: String, to topic: String) { publish([payload], to: topic) }

  func publish(_ payloads: [String], to topic: String) {
    publish(payloads.map { Publication(topic: topic, text: $0) })
  }

  func publish(_ publications: [Publication]) {
    // The next one stands last, where it is cheap to take.
    queue.withLock { $0 = publications.reversed() + $0 }
    link.withLock { $0 }?.wake()
  }

  let publisher = PublisherName(rawValue: "client")
  var sources: [any PublicationSource] { [self] }
  func received(_ messages: [Message]) throws { for message in messages { receive(message) } }
  func restart() {}
  func next(atMost count: Int) -> [Publication] {
    queue.withLock { queue in
      defer { queue.removeLast(min(count, queue.count)) }
      return queue.suffix(count).reversed()
    }
  }
  func note(_ results: [PublicationResult]) {}
  func changed(to state: LinkState) { if case .online = state { online.yield() } }
}
