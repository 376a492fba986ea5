import Box
import Buttons
import Service

/// The box's own button: each press acknowledges the alert that is heard, for the whole store.
struct ButtonService: Service {
  let name = "button"
  let button: Button
  let eventQueue: EventQueue
  let log: Log

  func run() async throws {
    await button.watch(
      changed: { state in
        switch state {
        case .watching: log(.notice, "button watched", ["device": button.device])
        case .gone(let error): log(.warning, "button gone", ["error": "\(error)"])
        }
      },
      pressed: {
        log(.info, "button pressed", ["device": button.device])
        eventQueue.press()
      })
  }
}
