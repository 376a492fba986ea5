import Database
import Dispatch
import Glibc
import HTTP
import Interop
import Monitor
import MQTT
import Postgres
import ProgramKit
import Service
import Web
import Wire

/// All parts of the monitor, joined.
struct MonitorProgram {
  private let services: [any Service]
  private let signals: Signals
  private let log: Log

  /// Opens the database and joins the parts; nothing runs yet.
  ///
  /// - Parameters:
  ///   - configuration: The monitor's configuration.
  ///   - log: Where it says what it does.
  /// - Throws: ``Failure`` if it cannot start.
  init(_ configuration: FleetConfiguration, log: Log) throws(Failure) {
    let linkHandle = LinkHandle()
    if let zone = configuration.timeZone { _ = TimeZone.use(zone) }
    let topic = configuration.telling.topic.map { AlarmTopic($0, wake: linkHandle.wake) }
    let monitor = try Self.monitor(
      configuration, topic, log: log, wake: linkHandle.wake)
    // Not before: until the database is open, a signal simply ends the program.
    signals = Signals()
    do {
      let link = try MQTTLink(
        broker: configuration.broker, session: configuration.session,
        events: MonitorEvents(
          monitor: monitor, alarmTopic: topic, name: configuration.session.clientID, log: log),
        backoff: Backoff(limit: configuration.reconnectLimit))
      linkHandle.attach(link)
      let page = try PageServer(
        configuration.web, access: Access(configuration.access), page: monitor.page, log: log)
      services =
        [LinkService(link: link), page, ShutdownDeadline(log: log)] + monitor.services
      log(
        .notice, "page served",
        [
          "address":
            "\(configuration.web.tls == nil ? "http" : "https")://\(configuration.web.host):\(page.port)/"
        ])
    } catch let error as WebError {
      throw Failure(.unavailable, "\(error)")
    } catch {
      throw Failure(.configuration, "\(error)")
    }
    self.log = log
    log(
      .notice, "monitor started",
      ["name": configuration.session.clientID, "broker": configuration.broker.address])
  }

  @Sendable private static func now() -> Timestamp {
    Timestamp(milliseconds: SystemClock.milliseconds)
  }

  private static func monitor(
    _ configuration: FleetConfiguration, _ topic: AlarmTopic?, log: Log,
    wake: @escaping @Sendable () -> Void
  ) throws(Failure) -> FleetMonitor {
    var channels: [any AlarmChannel] = topic.map { [$0] } ?? []
    if let webhook = configuration.telling.webhook {
      channels.append(
        Webhook(
          webhook.url, secret: webhook.secret, now: now, poster: WebhookCaller(ca: webhook.ca)))
    }
    do {
      switch configuration.database {
      case .sqlite(let path):
        return try monitor(
          on: try Database(
            path: path, migrations: Database.migrations,
            mended: { log(.error, "database was in danger", ["path": path, "what": $0]) }),
          configuration, channels, log, wake)
      case .postgres(let url):
        return try monitor(
          // Nothing that a monitor asks for takes a second: what takes so long does not come any more.
          on: try Postgres(
            url: url, migrations: Postgres.migrations, statementTimeout: .seconds(10),
            silence: .seconds(5), isAlone: true),
          configuration, channels, log, wake)
      }
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
  }

  private static func monitor<Tables: SQLTables & ~Copyable>(
    on tables: consuming sending Tables, _ configuration: FleetConfiguration,
    _ channels: [any AlarmChannel], _ log: Log, _ wake: @escaping @Sendable () -> Void
  ) throws -> FleetMonitor {
    var settings = configuration.settings
    settings.name = configuration.session.clientID
    return try FleetMonitor(
      tables, settings, channels: channels, now: now, log: log, wake: wake)
  }

  /// Runs until a signal comes.
  ///
  /// - Throws: What it cannot go on after.
  func run() async throws {
    defer { Readiness.stopping() }
    try await supervise(services, until: signals)
    log(.notice, "monitor stopped")
  }
}

extension WebSettings {
  /// The address as it stands in a URL.
  fileprivate var host: String { address.contains(":") ? "[\(address)]" : address }
}

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

/// Joins the webhook to the edge that calls web servers.
struct WebhookCaller: WebhookPosting {
  private let client: HTTPClient

  init(ca: String?) {
    var settings = CallSettings()
    settings.ca = ca
    client = HTTPClient(settings)
  }

  func post(_ call: WebhookCall) async throws -> Int {
    try await client.send(
      HTTPRequest(
        "POST", call.url, headers: call.headers.map { HTTPHeader($0.name, $0.value) },
        body: call.body)
    ).status
  }
}
