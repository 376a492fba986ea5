import Database
public import Service
public import Wire

/// The monitor: what boxes report, written down, and what can be asked about it.
public final class FleetMonitor: Sendable {
  /// How far the page of a box looks back.
  static let day = Duration.seconds(86_400)

  /// How many orders are looked through at the start for what happened in the last minutes.
  private static let mostRemembered = 20_000

  /// What is true of the fleet now.
  public let fleet: Fleet
  /// Takes what the broker brings.
  public let intake: Intake
  /// Brings requests to boxes.
  public let courier: Courier
  /// What runs.
  public let services: [any Service]

  private let gaps: GapFiller
  let settings: MonitorSettings
  let ledger: any Ledger
  /// What the store is asked for the page's head.
  let standing = Lately<Standing>()
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
    let keeper = Doorbell()
    let ledger = FleetStore(tables, lost: keeper.ring)
    let fleet = Fleet(roster: settings.roster, mostBoxes: settings.mostBoxes)
    fleet.load(try ledger.boxes())
    fleet.load(
      try ledger.attempts(of: nil, before: .never, limit: Self.mostRemembered), at: now())
    let courier = Courier(topics: settings.topics, name: name, wake: wake)
    let gaps = GapFiller(fleet: fleet, courier: courier, log: log)
    self.gaps = gaps
    self.ledger = ledger
    self.fleet = fleet
    self.courier = courier
    self.settings = settings
    self.now = now
    self.log = log
    intake = Intake(
      reader: ReportReader(topics: settings.topics, orders: settings.orders), ledger: ledger,
      fleet: fleet, clock: now, log: log,
      told: { news in
        courier.take(news.responses)
        gaps.take(news)
      })
    let alarms = Alarms(
      fleet, ledger, settings.alarms, monitor: name, notifiers: notifiers, now: now, log: log)
    services =
      [
        gaps, StoreKeeper(ledger: ledger, doorbell: keeper, log: log),
        Pruning(ledger: ledger, settings: settings, now: now, log: log),
      ] + alarms.services
  }

  /// Notes that the broker knew nothing of this monitor when it connected: receipts may be lost that
  /// no later one shows to be missing, so boxes are asked for them.
  public func sessionLost() { gaps.sessionLost() }
}
