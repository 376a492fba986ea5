import Database
public import Fleet
public import Service
public import Wire

/// The monitor: what boxes report, written down, and what can be asked about it.
public final class FleetMonitor: Sendable {
  /// How far the page of a box looks back.
  static let day = Duration.seconds(86_400)

  /// How many orders are looked through at the start for what happened in the last minutes.
  private static let mostRemembered = 20_000

  /// What is true of the fleet now.
  public let fleet: FleetView
  /// Takes what the broker brings.
  public let intake: ReportIngest
  /// Brings requests to boxes.
  public let requestClient: RequestClient
  /// What runs.
  public let services: [any Service]

  private let gaps: GapFiller
  let settings: MonitorSettings
  let repository: any FleetRepository
  /// What the store is asked for the page's head.
  let standing = ThrottledValue<DatabaseCounters>()
  let now: @Sendable () -> Timestamp
  let log: Log

  /// Reads what was written down, and joins the parts; nothing runs yet.
  ///
  /// - Parameters:
  ///   - tables: The database, with its tables up to date.
  ///   - settings: What is to be known about the fleet.
  ///   - name: The monitor's name among others: its client id.
  ///   - notifiers: Who is told of alarms, each by a channel of its own.
  ///   - now: What time it is.
  ///   - log: Where it says what it does.
  ///   - wake: Called when there is a request to send.
  /// - Throws: Why the database could not be read.
  public init<Tables: SQLTables & ~Copyable>(
    _ tables: consuming sending Tables, _ settings: MonitorSettings, name: String,
    notifiers: [any AlarmNotifying] = [], now: @escaping @Sendable () -> Timestamp, log: Log,
    wake: @escaping @Sendable () -> Void
  ) throws {
    let reconnector = AsyncSignal()
    let repository = SQLFleetRepository(tables, lost: reconnector.notify)
    let fleet = FleetView(roster: settings.roster, mostBoxes: settings.mostBoxes)
    fleet.load(try repository.boxes())
    fleet.load(
      try repository.attempts(of: nil, before: .never, limit: Self.mostRemembered), at: now())
    let requestClient = RequestClient(topics: settings.topics, name: name, wake: wake)
    let gaps = GapFiller(boxes: fleet, requestClient: requestClient, log: log)
    self.gaps = gaps
    self.repository = repository
    self.fleet = fleet
    self.requestClient = requestClient
    self.settings = settings
    self.now = now
    self.log = log
    intake = ReportIngest(
      reader: ReportReader(topics: settings.topics, orders: settings.orders),
      repository: repository,
      fleet: fleet, now: now, log: log,
      onStored: { effects in
        requestClient.receive(effects.responses)
        gaps.check(
          reporting: Set(effects.receipts.map(\.attempt.key.box)), returned: effects.connected)
      })
    let alarms = Alarms(
      fleet, repository, settings.alarms, monitor: name, notifiers: notifiers, now: now, log: log)
    services =
      [
        gaps, DatabaseReconnector(repository: repository, signal: reconnector, log: log),
        Pruning(repository: repository, settings: settings, now: now, log: log),
      ] + alarms.services
  }

  /// Notes that the broker knew nothing of this monitor when it connected: receipts may be lost that
  /// no later one shows to be missing, so boxes are asked for them.
  public func sessionLost() { gaps.sessionLost() }
}
