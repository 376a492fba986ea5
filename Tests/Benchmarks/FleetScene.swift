import Messaging
import TestKit

/// A broker, a monitor, and virtual boxes that get one order a minute each.
struct FleetScene {
  /// The broker says only that it runs: it has better things to do than to tell of every packet.
  static let broker = """
    max_queued_messages 1000000
    log_type none
    log_type information
    """

  let port: UInt16
  let monitor: MonitorUnderTest
  let fleet: VirtualFleet

  /// Starts them, and lends them once all boxes are online.
  static func with<Result>(
    minutes: Int? = nil, _ body: (FleetScene) async throws -> Result
  ) async throws -> Result {
    try await withBroker(configuration: broker) { broker in
      try await MonitorUnderTest.with(port: broker.port) { monitor in
        try await VirtualFleet.with(port: broker.port, minutes: minutes) { fleet in
          try await body(FleetScene(port: broker.port, monitor: monitor, fleet: fleet))
        }
      }
    }
  }
}
