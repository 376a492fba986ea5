import Dispatch
import Glibc
import Service

/// Exits the process if a database call still waits for a silent server at shutdown.
///
/// Such a call cannot be cancelled. What it was to store is not lost: the broker keeps it.
struct ShutdownDeadline: Service {
  /// How long the other services may take to end.
  private static let patience = DispatchTimeInterval.seconds(3)

  let name = "end"
  let log: Log

  func run() async throws {
    await AsyncSignal().wait()
    DispatchQueue(label: "end").asyncAfter(deadline: .now() + Self.patience) {
      log(.warning, "stopped without waiting any longer for the database or for clients")
      _exit(0)
    }
  }
}
