import Dispatch
import Glibc
import Service

/// Ends the program when it is to end, and a call of the store still waits for a server that says
/// nothing: such a call cannot be broken off, and what it was to store the broker still has.
struct ShutdownDeadline: Service {
  /// How long the other parts may take to end.
  private static let patience = DispatchTimeInterval.seconds(3)

  let name = "end"
  let log: Log

  func run() async throws {
    await AsyncSignal().wait()
    DispatchQueue(label: "end").asyncAfter(deadline: .now() + Self.patience) {
      log(.warning, "ended without waiting any longer for the store or for clients")
      _exit(0)
    }
  }
}
