import Interop
import MQTT

/// Keeps a link alive for the length of `body`, then ends it in its orderly way.
@discardableResult
func withLink<Result: Sendable>(
  to broker: MQTTBroker, _ session: MQTTSession, _ owner: Owner,
  backoff: Backoff = Backoff(base: .milliseconds(5), limit: .milliseconds(50)),
  body: @Sendable @escaping (MQTTLink) async throws -> Result
) async throws -> Result {
  let link = try MQTTLink(broker: broker, session: session, events: owner, backoff: backoff)
  return try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask {
      await link.run()
      return nil
    }
    defer { group.cancelAll() }
    return try await body(link)
  }
}

extension MQTTBroker {
  /// A broker on this machine.
  static func local(_ port: UInt16) -> MQTTBroker { MQTTBroker(host: "127.0.0.1", port: port) }
}

extension MQTTPublication {
  /// A publication with `text` for its payload.
  static func text(
    _ text: String, to topic: String, token: Int64 = 0, qos: MQTTQoS = .atLeastOnce,
    isRetained: Bool = false
  ) -> MQTTPublication {
    MQTTPublication(
      token: token, topic: topic, payload: Array(text.utf8), qos: qos, isRetained: isRetained)
  }
}

extension MQTTMessage {
  /// The payload as text.
  var text: String { String(decoding: payload, as: UTF8.self) }
}
