import Audio
import MQTT
import Messaging
import TestKit

/// A box, or a speaker alone, on a sound server that is recorded.
struct Scene {
  let server: SoundServer
  let box: BoxUnderTest.Setup
  let client: Client
  /// When a command was handled, if its id does not begin with ``urgent``.
  let handled: Arrivals
  /// When one was handled whose id does.
  let urgentHandled: Arrivals

  static let urgent = "urgent-"

  /// Starts broker, sound server and box, and lends them.
  static func with<Result>(_ body: (Scene, String) async throws -> Result) async throws -> Result {
    try await withSoundServer { server in
      try await withBroker { broker in
        try await withTemporaryFolder { folder in
          let handled = Arrivals { $0.topic.hasSuffix("/handled") && !Self.isUrgent($0) }
          let urgentHandled = Arrivals { $0.topic.hasSuffix("/handled") && Self.isUrgent($0) }
          return try await Client.with(
            port: broker.port, id: "bench", subscriptions: ["soundbox/v1/s042/bench/receipt/+"],
            receive: { message in
              handled.note(message)
              urgentHandled.note(message)
            }
          ) { client in
            let setup = BoxUnderTest.Setup(
              port: broker.port, audio: server.device, leadIn: "300ms",
              environment: server.environment)
            let box = try BoxUnderTest(in: folder, setup)
            try await ThroughputBench.waitUntilOnline(broker.port)
            let scene = Scene(
              server: server, box: setup, client: client, handled: handled,
              urgentHandled: urgentHandled)
            do {
              let result = try await body(scene, folder)
              await box.stop()
              return result
            } catch {
              await box.stop()
              throw error
            }
          }
        }
      }
    }
  }

  private static func isUrgent(_ message: Message) -> Bool {
    String(decoding: message.payload, as: UTF8.self).contains(#""id":"\#(urgent)"#)
  }

  /// Gives up if most recordings were spoilt, by a computer that had too much else to do.
  static func check(_ count: Int, of all: Int) throws {
    if count * 2 < all { throw Unexpected("\(all - count) of \(all) recordings") }
  }

  /// Records what is heard: begins to speak, and does something a while after the first sound.
  ///
  /// - Returns: The recording, and how much of it had been recorded when it was done.
  func record<Speech>(
    after pause: Duration, speaking: () throws -> Speech, then act: (Speech) async throws -> Void
  ) async throws -> (samples: [Int16], moment: Int) {
    let recorder = try await server.record()
    let speech = try speaking()
    await recorder.waitForSound()
    await recorder.wait(for: pause)
    let moment = recorder.count
    try await act(speech)
    return (await recorder.stop(), moment)
  }
}
