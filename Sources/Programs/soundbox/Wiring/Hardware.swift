import Box
import Buttons
import GPIO
import Service
import Synchronization

/// The box's button: each press acknowledges the present alert, for the whole store.
struct ButtonService: Service {
  let name = "button"
  let button: Button
  let eventQueue: EventQueue
  let log: Log

  func run() async throws {
    await button.watch(
      changed: { state in
        switch state {
        case .watching: log(.notice, "button available", ["device": button.device])
        case .gone(let error): log(.warning, "button unavailable", ["error": "\(error)"])
        }
      },
      pressed: {
        log(.info, "button pressed", ["device": button.device])
        eventQueue.press()
      })
  }
}

/// A light on a GPIO line; while the line is unavailable, orders are announced without it.
final class LineLight: Light {
  private let line: Line
  private let log: Log
  private let isFailing = Mutex(false)

  init(line: Line, log: Log) {
    self.line = line
    self.log = log
  }

  func set(_ isOn: Bool) {
    do {
      try line.set(isOn)
      if isFailing.withLock({ isFailing in
        defer { isFailing = false }
        return isFailing
      }) {
        log(.notice, "light available again")
      }
    } catch {
      let isNew = isFailing.withLock { isFailing in
        defer { isFailing = true }
        return !isFailing
      }
      if isNew {
        log(.warning, "light unavailable, retrying at the next alert", ["error": "\(error)"])
      }
    }
  }
}
