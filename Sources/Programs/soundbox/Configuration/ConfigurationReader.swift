import Audio
import Box
import Buttons
import Glibc
import GPIO
import Interop
import MQTT
import Orders
import ProgramKit
import Settings
import Wire

/// Reads a box's configuration and finds all its faults.
struct ConfigurationReader: SettingsReader {
  var faults: [SettingsFault] = []

  /// Reads a configuration file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - environment: Environment variables such as `SOUNDBOX_BROKER`, which override the file.
  /// - Returns: The configuration.
  /// - Throws: ``Failure`` with one line per fault.
  static func read(
    _ path: String, environment: [String: String]
  ) throws(Failure) -> Configuration {
    let text = try TextFile.text(path)
    let file: ConfigurationFile
    do {
      file = try SettingsDecoder(environmentPrefix: "SOUNDBOX", environment: environment)
        .decode(ConfigurationFile.self, from: text, file: path)
    } catch {
      throw Failure(.configuration, error.faults.map(\.description))
    }
    var reader = ConfigurationReader()
    guard let configuration = reader.check(file) else {
      throw Failure(.configuration, reader.faults.map(\.description))
    }
    return configuration
  }

  private mutating func check(_ file: ConfigurationFile) -> Configuration? {
    let store = identifier(file.store, "store")
    let box = identifier(file.box, "box")
    let broker = broker(file.broker, file.credentials, file.tls)
    let (common, reconnectLimit) = session(file.session)
    let currency = file.currency.flatMap { self.currency($0) }
    let leadIn = file.leadIn.flatMap { duration($0, "leadIn") } ?? .milliseconds(300)
    let tail = file.tail.flatMap { duration($0, "tail") } ?? .milliseconds(50)
    let idle = idle(file)
    let policy = policy(file)
    let button = button(file)
    let light = light(file)
    let metrics = file.metrics.flatMap { self.metrics($0.listen) }
    let healthInterval = file.healthInterval.flatMap { interval($0) } ?? .seconds(60)
    let templates = templates(file.topics ?? [:])
    var context = RuleContext()
    (context.store, context.box, context.currency) = (store, box, currency)
    let rules = self.rules(file.orders ?? [], context)
    let unmatched = unmatched(file.unmatched)
    guard faults.isEmpty, let store, let box, let broker else { return nil }
    let topics = Topics(store: store, box: box, templates: templates)
    var session = common
    session.clientID = "\(store)/\(box)"
    // What is larger than a message may be is refused with a receipt, as long as the broker sends it.
    session.maximumPacketSize = 16 << 20
    session.subscriptions = Self.distinct(
      [
        topics[.command], topics[.storeCommand], topics.filter(.request),
        topics.filter(.storeRequest), topics[.state],
      ] + rules.rules.map(\.topic.rawValue) + rules.builtIn.map(\.rawValue))
    return Configuration(
      store: store, box: box, broker: broker, session: session,
      reconnectLimit: reconnectLimit, topics: topics,
      pack: file.pack.value, sounds: file.sounds?.value,
      audio: file.audio?.value ?? "default", leadIn: leadIn, tail: tail, idle: idle,
      policy: policy, timeZone: file.quietHours?.timeZone?.value,
      healthInterval: healthInterval,
      homeAssistantPrefix: file.homeAssistant.map { $0.prefix?.value ?? "homeassistant" },
      button: button, light: light, metrics: metrics,
      state: file.state?.value ?? "/var/lib/soundbox", rules: rules, unmatched: unmatched)
  }

  private mutating func unmatched(_ text: Located<String>?) -> Translator.Unmatched {
    guard let text else { return .ignore }
    if let unmatched = Translator.Unmatched(rawValue: text.value) { return unmatched }
    fault(text, "'\(text.value)' is nothing that unmatched can be", "write ignore or reject")
    return .ignore
  }

  private mutating func interval(_ text: Located<String>) -> Duration? {
    guard let interval = duration(text, "healthInterval") else { return nil }
    if interval < .milliseconds(100) {
      fault(text, "healthInterval '\(text.value)' is too short", "use 100ms or more; 60s is usual")
    }
    return interval
  }

  private static func distinct(_ filters: [String]) -> [String] {
    var seen: Set<String> = []
    return filters.filter { seen.insert($0).inserted }
  }

  private mutating func currency(_ text: Located<String>) -> Currency? {
    if let currency = Currency(rawValue: text.value) { return currency }
    fault(text, "'\(text.value)' is not an ISO 4217 currency code", "write for example CNY")
    return nil
  }

  private mutating func metrics(_ text: Located<String>) -> ListenAddress? {
    guard let place = ListenAddress(text.value) else {
      fault(
        text, "'\(text.value)' is not an address", "write for example 127.0.0.1:9441 or [::1]:9441")
      return nil
    }
    if !place.isLoopback {
      fault(
        text, "'\(text.value)' can be reached by other computers, and metrics have no password",
        "write a loopback address such as 127.0.0.1:9441")
    }
    return place
  }

}

extension ConfigurationReader {
  /// Reads the rules of the announcement queue.
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

  /// Reads what happens to the device while nothing is played.
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

  /// Reads the device and key of the box's button.
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

  /// Reads the GPIO line of the light.
  mutating func light(_ file: ConfigurationFile) -> Line? {
    guard let light = file.light else { return nil }
    var isActiveLow = false
    flag(light.activeLow, "activeLow") { isActiveLow = $0 }
    return Line(
      chip: light.chip.value, line: light.line.value, isActiveLow: isActiveLow)
  }

  private mutating func lateness(_ text: Located<String>) -> QueuePolicy.Lateness? {
    if let lateness = QueuePolicy.Lateness(rawValue: text.value) { return lateness }
    fault(text, "'\(text.value)' is not a policy for late orders", "write skip, late or summary")
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
        fault(
          ring, "ring '\(ring.value)' is not a sound command: \(error)", "write for example ring")
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
