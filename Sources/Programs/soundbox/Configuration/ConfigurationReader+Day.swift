import Audio
import Box
import Buttons
import Interop
import GPIO
import ProgramKit
import Settings
import Wire

extension ConfigurationReader {
  /// Reads how the box deals with more to say than it can say at once.
  mutating func policy(_ file: ConfigurationFile) -> QueuePolicy {
    var policy = QueuePolicy()
    if let queue = file.queue {
      number(queue.limit, "limit", in: 1...100_000) { policy.limit = $0 }
      if let late = queue.late { policy.lateness = lateness(late) ?? .skip }
      if queue.summaryAbove?.value == "never" {
        policy.summaryAbove = nil
      } else {
        number(queue.summaryAbove, "summaryAbove", in: 1...100_000) { policy.summaryAbove = $0 }
      }
      flag(queue.summarizePayments, "summarizePayments") { policy.summarizesPayments = $0 }
    }
    if let alerts = file.alerts { policy.repetition = repetition(alerts) }
    if let quietHours = file.quietHours {
      flag(quietHours.highPasses, "highPasses") { policy.highPasses = $0 }
      policy.quietHours = self.quietHours(quietHours)
    }
    return policy
  }

  /// Reads what is done with the device while nothing is played.
  mutating func idle(_ file: ConfigurationFile) -> IdlePolicy {
    let after = file.idleAfter.flatMap { duration($0, "idleAfter") } ?? .seconds(5)
    guard let text = file.idle else { return .keepOpen }
    switch text.value {
    case "close": return .close(after: after)
    case "keep-open": return .keepOpen
    case "stream-silence": return .streamSilence
    default:
      fault(
        text, "'\(text.value)' is not an idle policy", "write close, keep-open or stream-silence")
      return .keepOpen
    }
  }

  /// Reads which key of which device is the box's button.
  mutating func button(_ file: ConfigurationFile) -> Button? {
    guard let button = file.button else { return nil }
    guard let key = Key(button.key.value) else {
      fault(
        button.key, "'\(button.key.value)' is not a key",
        "write a name such as KEY_ENTER, or a code; evtest shows what a key sends")
      return nil
    }
    return Button(device: button.device.value, key: key)
  }

  /// Reads which line drives the light.
  mutating func light(_ file: ConfigurationFile) -> Line? {
    guard let light = file.light else { return nil }
    var isActiveLow = false
    flag(light.activeLow, "activeLow") { isActiveLow = $0 }
    return Line(
      chip: light.chip.value, line: light.line.value, isActiveLow: isActiveLow)
  }

  private mutating func lateness(_ text: Located<String>) -> QueuePolicy.Lateness? {
    if let lateness = QueuePolicy.Lateness(rawValue: text.value) { return lateness }
    fault(text, "'\(text.value)' is nothing to do with late orders", "write skip, late or summary")
    return nil
  }

  private mutating func repetition(_ alerts: ConfigurationFile.Alerts) -> Repetition {
    var repetition = Repetition()
    // The protocol allows no more than 20 rounds.
    number(alerts.rounds, "rounds", in: 1...20) { repetition.rounds = $0 }
    number(alerts.announceEvery, "announceEvery", in: 1...20) { repetition.announceEvery = $0 }
    if let pause = alerts.pause {
      repetition.pause = duration(pause, "pause") ?? repetition.pause
    }
    if let ring = alerts.ring {
      do {
        repetition.ring = try SoundCommand(ring.value).text
      } catch {
        fault(ring, "ring '\(ring.value)' is not a sound command: \(error)", "write for example ring")
      }
    }
    return repetition
  }

  private mutating func quietHours(_ file: ConfigurationFile.QuietHours) -> QuietHours {
    if let zone = file.timeZone, !TimeZone.exists(zone.value) {
      fault(
        zone, "there is no time zone '\(zone.value)' here",
        "write a name such as Asia/Shanghai; install tzdata if it is missing")
    }
    var windows: [WeeklyWindow] = []
    for hours in file.hours ?? [] {
      guard let window = window(hours) else { continue }
      if window.from == window.to {
        fault(hours.to, "these quiet hours begin and end at the same time", "change one of them")
      }
      windows.append(window)
    }
    return QuietHours(windows: windows)
  }
}
