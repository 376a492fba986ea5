import Box
import GPIO
import Service
import Synchronization

/// A light on a GPIO line; while the line is gone, orders are spoken without it.
final class LineLight: Light {
  private let line: Line
  private let log: Log
  private let isGone = Mutex(false)

  init(line: Line, log: Log) {
    self.line = line
    self.log = log
  }

  func set(_ isOn: Bool) {
    do {
      try line.set(isOn)
      if isGone.withLock({ isGone in
        defer { isGone = false }
        return isGone
      }) {
        log(.notice, "light back")
      }
    } catch {
      let isNew = isGone.withLock { isGone in
        defer { isGone = true }
        return !isGone
      }
      if isNew { log(.warning, "light gone, tried again at the next ring", ["error": "\(error)"]) }
    }
  }
}
