public import Fleet
import SQL
public import Service
public import Wire

/// The monitor: it stores what boxes report, and answers requests about it.
public final class FleetMonitor: Sendable {
  /// The most stored orders that are read at the start for the counters of the last minutes.
  private static let mostLoaded = 20_000

  /// The current state of the fleet.
  public let fleet: FleetView
  /// Stores what the broker delivers.
  public let ingest: ReportIngest
  /// Sends requests to boxes.
  public let requestClient: RequestClient
  /// Answers the requests of the page.
  public let page: PageAPI
  /// What runs for as long as the monitor does.
  public let services: [any Service]

  let context: MonitorContext
  private let gaps: GapFiller

  /// Loads what is stored, and joins the parts; nothing runs yet.
  ///
  /// - Parameters:
  ///   - database: The database, with its tables up to date.
  ///   - settings: The settings.
  ///   - channels: The channels on which notices of alarms are sent.
  ///   - publications: Publishes the requests to boxes.
  ///   - now: The clock.
  ///   - log: The log.
  /// - Throws: Why the database could not be read.
  public init<Database: FleetDatabase & ~Copyable>(
    _ database: consuming sending Database, _ settings: MonitorSettings,
    channels: [any AlarmChannel] = [], publications: PublicationQueue,
    now: @escaping @Sendable () -> Timestamp, log: Log
  ) throws {
    let databaseLost = AsyncSignal()
    let repository = SQLFleetRepository(database, lost: databaseLost.notify)
    fleet = try Self.load(from: repository, settings, at: now())
    context = MonitorContext(
      fleet: fleet, repository: repository, settings: settings, now: now, log: log)
    requestClient = RequestClient(
      topics: settings.topics, name: settings.name, publications: publications)
    gaps = GapFiller(boxes: fleet, requestClient: requestClient, log: log)
    ingest = Self.ingest(context, requestClient, gaps)
    page = PageAPI(context, requestClient: requestClient)
    services =
      [
        gaps, DatabaseReconnector(signal: databaseLost, log: log, recover: repository.recover),
        Pruning(context),
      ] + Alarms(context, channels: channels).services
  }

  private static func load(
    from repository: any FleetRepository, _ settings: MonitorSettings, at moment: Timestamp
  ) throws -> FleetView {
    let fleet = FleetView(roster: settings.roster, mostBoxes: settings.mostBoxes)
    fleet.load(try repository.boxes())
    fleet.load(
      try repository.attempts(of: nil, before: .never, limit: mostLoaded), at: moment)
    return fleet
  }

  private static func ingest(
    _ context: MonitorContext, _ requestClient: RequestClient, _ gaps: GapFiller
  ) -> ReportIngest {
    let settings = context.settings
    let reader = ReportReader(topics: settings.topics, orders: settings.orders)
    return ReportIngest(context, reader: reader) { effects in
      requestClient.receive(effects.responses)
      gaps.check(
        reporting: Set(effects.receipts.map(\.attempt.key.box)), returned: effects.connected)
    }
  }

  /// Handles that the broker had no session for this monitor: receipts may be lost without a visible gap,
  /// so boxes are asked for the latest ones.
  public func sessionLost() { gaps.sessionLost() }
}
