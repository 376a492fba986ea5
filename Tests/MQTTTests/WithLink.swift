import Interop
import MQTT
import Messaging

/// Keeps a link alive for the length of `body`, then ends it in its orderly way.
@discardableResult
func withLink<Result: Sendable>(
  to broker: Broker, _ session: SessionSettings, _ owner: Owner,
  backoff: Backoff = Backoff(base: .milliseconds(5), limit: .milliseconds(50)),
  body: @Sendable @escaping (Link) async throws -> Result
) async throws -> Result {
  let link = try Link(broker: broker, session: session, events: owner, backoff: backoff)
  return try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask {
      await link.run()
      return nil
    }
    defer { group.cancelAll() }
    return try await body(link)
  }
}

extension Broker {
  /// A broker on this machine.
  static func local(_ port: UInt16) -> Broker { Broker(host: "127.0.0.1", port: port) }
}

extension Publication {
  /// A publication with `text` for its payload.
  static func text(
    _ text: String, to topic: String, token: Int64 = 0, qos: QualityOfService = .atLeastOnce,
    isRetained: Bool = false
  ) -> Publication {
    Publication(
      token: PublicationToken(.owner, token), topic: topic, text: text, qualityOfService: qos,
      isRetained: isRetained)
  }
}
