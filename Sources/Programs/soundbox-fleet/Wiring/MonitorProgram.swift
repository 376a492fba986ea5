import Database
import Fleet
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

  /// Builds the parts, one step after the other; nothing runs yet.
  ///
  /// - Parameters:
  ///   - configuration: The monitor's configuration.
  ///   - log: The log.
  /// - Throws: ``Failure`` if a part cannot be built.
  init(_ configuration: FleetConfiguration, log: Log) throws(Failure) {
    if let zone = configuration.timeZone { _ = TimeZone.use(zone) }
    let builder = MonitorBuilder(configuration: configuration, log: log)
    let monitor = try builder.openMonitor()
    // Not before: until the database is open, a signal simply ends the program.
    signals = Signals()
    let link = try builder.makeLink(monitor)
    let page = try builder.makePage(monitor)
    services = [link, page, ShutdownDeadline(log: log)] + monitor.services
    self.log = log
    log(
      .notice, "monitor started",
      ["name": configuration.session.clientID, "broker": configuration.broker.address])
  }

  /// Runs until a signal comes.
  ///
  /// - Throws: The error that stopped a service.
  func run() async throws {
    defer { Readiness.stopping() }
    try await supervise(services, until: signals)
    log(.notice, "monitor stopped")
  }
}

/// Builds the parts of a monitor.
private struct MonitorBuilder {
  let configuration: FleetConfiguration
  let log: Log
  private let linkHandle = LinkHandle()
  /// What the monitor publishes.
  private let publications: PublicationQueue

  init(configuration: FleetConfiguration, log: Log) {
    self.configuration = configuration
    self.log = log
    publications = PublicationQueue(wake: linkHandle.wake)
  }

  /// Step 1: the monitor itself, on its database.
  func openMonitor() throws(Failure) -> FleetMonitor {
    var channels: [any AlarmChannel] = []
    if let topic = configuration.alarmChannels.topic {
      channels.append(AlarmTopic(topic, publications: publications))
    }
    if let webhook = configuration.alarmChannels.webhook {
      channels.append(
        Webhook(
          webhook.url, secret: webhook.secret, now: Self.now, poster: WebhookCaller(ca: webhook.ca))
      )
    }
    do {
      switch configuration.database {
      case .sqlite(let path):
        return try monitor(
          on: try Database(
            path: path, migrations: Database.migrations,
            mended: { log(.error, "database repaired", ["path": path, "what": $0]) }),
          channels)
      case .postgres(let url):
        return try monitor(
          // No query of a monitor takes a second: one that takes this long will not end.
          on: try Postgres(
            url: url, migrations: Postgres.migrations, statementTimeout: .seconds(10),
            silence: .seconds(5), isAlone: true),
          channels)
      }
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
  }

  private func monitor<Database: FleetDatabase & ~Copyable>(
    on database: consuming sending Database, _ channels: [any AlarmChannel]
  ) throws -> FleetMonitor {
    var settings = configuration.settings
    settings.name = configuration.session.clientID
    return try FleetMonitor(
      database, settings, channels: channels, publications: publications, now: Self.now, log: log)
  }

  /// Step 2: the link to the broker.
  func makeLink(_ monitor: FleetMonitor) throws(Failure) -> LinkService {
    do {
      let link = try Link(
        broker: configuration.broker, session: configuration.session,
        events: MonitorEvents(
          monitor: monitor, publications: publications, name: configuration.session.clientID,
          log: log),
        backoff: Backoff(limit: configuration.reconnectLimit))
      linkHandle.attach(link)
      return LinkService(link: link)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
  }

  /// Step 3: the server of the page.
  func makePage(_ monitor: FleetMonitor) throws(Failure) -> PageServer {
    let web = configuration.web
    do {
      let page = try PageServer(
        web, access: Access(configuration.access), page: monitor.page, log: log)
      let scheme = web.tls == nil ? "http" : "https"
      log(.notice, "page served", ["address": "\(scheme)://\(web.host):\(page.port)/"])
      return page
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
  }

  @Sendable private static func now() -> Timestamp {
    Timestamp(milliseconds: SystemClock.milliseconds)
  }
}

extension WebSettings {
  /// The address in the form of a URL.
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
