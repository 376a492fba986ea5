import Fleet
import Monitor
import MQTT
import Orders
import ProgramKit
import Settings
import Web
import Wire

/// The configuration of a monitor, checked.
struct FleetConfiguration {
  var broker: Broker
  var session: SessionSettings
  var reconnectLimit: Duration
  var database: DatabaseAddress
  var settings: MonitorSettings
  var web: WebSettings
  var access: AccessSettings
  var alarmChannels: AlarmChannels
  /// The time zone of the shops' quiet hours; `nil` for the computer's.
  var timeZone: String?

  /// Where the monitor's database is.
  enum DatabaseAddress: Equatable {
    /// A file.
    case sqlite(path: String)
    /// A server.
    case postgres(url: String)

    /// Reads `sqlite:PATH` or `postgres://…`.
    init?(_ text: String) {
      if text.hasPrefix("sqlite:"), text.count > 7 {
        self = .sqlite(path: String(text.dropFirst(7)))
      } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
        self = .postgres(url: text)
      } else {
        return nil
      }
    }
  }
}

/// Where alarms are sent.
struct AlarmChannels {
  /// A web server that receives alarms.
  struct Webhook {
    var url: String
    var secret: [UInt8]
    var ca: String?
  }

  /// The template of the topic; `nil` for none.
  var topic: String?
  var webhook: Webhook?
}

/// Reads a monitor's configuration and finds all its faults.
struct FleetReader: SettingsReader {
  var faults: [SettingsFault] = []

  /// Reads a configuration file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - environment: Environment variables such as `SOUNDBOX_FLEET_BROKER`, which override the file.
  /// - Returns: The configuration.
  /// - Throws: ``Failure`` with one line per fault.
  static func read(
    _ path: String, environment: [String: String]
  ) throws(Failure) -> FleetConfiguration {
    let text = try TextFile.text(path)
    let file: FleetFile
    do {
      file = try SettingsDecoder(environmentPrefix: "SOUNDBOX_FLEET", environment: environment)
        .decode(FleetFile.self, from: text, file: path)
    } catch {
      throw Failure(.configuration, error.faults.map(\.description))
    }
    var reader = FleetReader()
    guard let configuration = reader.check(file, path: path) else {
      throw Failure(.configuration, reader.faults.map(\.description))
    }
    return configuration
  }

  private mutating func check(_ file: FleetFile, path: String) -> FleetConfiguration? {
    let name = identifier(file.name, "name")
    let broker = broker(file.broker, file.credentials, file.tls)
    let (common, reconnectLimit) = session(file.session)
    let database = database(file, path: path)
    let settings = settings(file)
    let (web, access) = web(file.web)
    let alarmChannels = alarmChannels(file.alarms)
    guard faults.isEmpty, let name, let broker, let database, let settings else {
      return nil
    }
    var session = common
    session.clientID = name.rawValue
    session.subscriptions = settings.subscriptions
    session.wantsRetained = true
    session.receiveMaximum = 1000
    // A broker drops what is larger, and an order message that boxes reject for its size must be seen.
    // More than a box takes: what the broker drops for boxes is known here.
    if !settings.orders.isEmpty { session.maximumPacketSize = 64 << 20 }
    return FleetConfiguration(
      broker: broker, session: session, reconnectLimit: reconnectLimit, database: database,
      settings: settings, web: web, access: access, alarmChannels: alarmChannels,
      timeZone: file.alarms?.timeZone?.value)
  }

  private mutating func database(
    _ file: FleetFile, path: String
  ) -> FleetConfiguration.DatabaseAddress? {
    let remedy = "write sqlite:PATH or postgres://USER@HOST/DATABASE"
    if let text = file.store {
      renamed(text, "store", to: "database")
      return nil
    }
    guard let text = file.database else {
      faults.append(
        SettingsFault(Location(file: path, line: 0), "missing key 'database'", remedy: remedy))
      return nil
    }
    if let database = FleetConfiguration.DatabaseAddress(text.value) { return database }
    // The value is not quoted: it may contain a password.
    fault(text, "this is not a database", remedy)
    return nil
  }

  /// Refuses a key that has a new name.
  mutating func renamed(_ text: Located<String>, _ key: String, to name: String) {
    fault(text, "the key '\(key)' is now called '\(name)'", "rename it")
  }

  private mutating func settings(_ file: FleetFile) -> MonitorSettings? {
    let templates = templates(file.topics ?? [:])
    var settings: MonitorSettings
    do {
      settings = MonitorSettings(topics: try FleetTopics(templates: templates))
    } catch {
      if let text = file.topics?[error.field] {
        fault(text, error.fault, "give each of them a level of its own")
      }
      return nil
    }
    settings.stores = (file.stores ?? []).compactMap { identifier($0, "store") }
    settings.roster = (file.boxes ?? []).compactMap { text in
      if let name = BoxName(text.value) { return name }
      fault(text, "'\(text.value)' is not a box", "write STORE/BOX")
      return nil
    }
    flag(file.commands, "commands") { settings.hearsCommands = $0 }
    settings.orders = listeners(file.orders ?? [])
    if let text = file.patience { settings.patience = duration(text, "patience") ?? .zero }
    if let text = file.keep?.receipts {
      settings.receiptsKept = duration(text, "receipts") ?? .zero
    }
    if let text = file.keep?.health { settings.healthKept = duration(text, "health") ?? .zero }
    number(file.mostBoxes, "mostBoxes", in: 1...1_000_000) { settings.mostBoxes = $0 }
    settings.alarms = alarms(file.alarms)
    settings.metrics.version = Release.version
    flag(file.metrics?.boxes, "boxes") { settings.metrics.showsBoxes = $0 }
    number(file.metrics?.limit, "limit", in: 1...1_000_000) { settings.metrics.mostBoxes = $0 }
    return settings
  }

  /// One listener for each topic of each store: the first rule that fits a message decides, as on a box.
  private mutating func listeners(_ files: [FleetFile.Listener]) -> [OrderListener] {
    var groups: [(key: [String], store: Identifier?, topic: String, list: RuleList)] = []
    for file in files {
      let store = file.store.flatMap { identifier($0, "store") }
      guard let topic = file.rule.topic else {
        if let use = file.rule.use { fault(use, "rules without a topic", "write topic: beside it") }
        continue
      }
      let levels = topic.value.split(separator: "/", omittingEmptySubsequences: false)
      if file.store == nil, levels.count(where: { $0 == "{store}" }) != 1 {
        fault(
          topic, "'\(topic.value)' does not tell whose orders these are",
          "make one level '{store}', or write the store beside the rule")
      }
      var context = RuleContext()
      context.topic = levels.map { $0 == "{store}" ? "+" : String($0) }.joined(separator: "/")
      let list = rules([file.rule], context)
      let key = [topic.value, store?.rawValue ?? ""]
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].list.entries += list.entries
        groups[index].list.builtIn += list.builtIn
      } else {
        groups.append((key, store, topic.value, list))
      }
    }
    return groups.map { group in
      OrderListener(
        template: group.topic, store: group.store, rules: group.list.rules,
        builtIn: !group.list.builtIn.isEmpty)
    }
  }
}
