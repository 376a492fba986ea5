import Glibc
import MQTT
import Orders
import ProgramKit
import Settings
import Wire

/// Turns the file's text into a configuration, and finds all that is wrong with it.
struct ConfigurationReader: SettingsReader {
  var faults: [SettingsFault] = []

  /// Reads a configuration file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - environment: Variables such as `SOUNDBOX_BROKER`, which go before the file.
  /// - Returns: The configuration.
  /// - Throws: ``Failure`` with a line for each fault.
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
    let (agreed, reconnectLimit) = session(file.session)
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
    let rules = (file.orders ?? []).compactMap { rule($0, store: store, box: box) }
    guard faults.isEmpty, let store, let box, let broker else { return nil }
    let topics = Topics(store: store, box: box, templates: templates)
    var session = agreed
    session.clientID = "\(store)/\(box)"
    session.subscriptions = Self.distinct(
      [
        topics[.command], topics[.storeCommand], topics.filter(.request),
        topics.filter(.storeRequest), topics[.state],
      ] + rules.map(\.topic.rawValue))
    return Configuration(
      store: store, box: box, broker: broker, session: session,
      reconnectLimit: reconnectLimit, topics: topics,
      pack: file.pack.value, sounds: file.sounds?.value, currency: currency,
      audio: file.audio?.value ?? "default", leadIn: leadIn, tail: tail, idle: idle,
      policy: policy, timeZone: file.quietHours?.timeZone?.value,
      healthInterval: healthInterval,
      homeAssistantPrefix: file.homeAssistant.map { $0.prefix?.value ?? "homeassistant" },
      button: button, light: light, metrics: metrics,
      state: file.state?.value ?? "/var/lib/soundbox", rules: rules)
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
      fault(text, "'\(text.value)' is not an address", "write for example 127.0.0.1:9441 or [::1]:9441")
      return nil
    }
    if !place.isLoopback {
      fault(
        text, "'\(text.value)' can be reached from elsewhere, and metrics have no password",
        "write a loopback address such as 127.0.0.1:9441")
    }
    return place
  }

}
