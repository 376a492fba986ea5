import SQL
import Fleet
import Wire

/// Answers the requests of the page and of programs that use its API.
///
/// Every moment in an answer is a number of milliseconds since 1970.
public struct PageAPI: Sendable {
  private let context: MonitorContext
  private let summary: SummaryHandler
  private let boxes: BoxHandler
  private let orders: OrderHandler
  private let actions: ActionHandler
  private let records: RecordHandler
  private let exports: ExportHandler
  private let metrics: MetricsHandler

  /// Creates the API.
  ///
  /// - Parameters:
  ///   - context: What the monitor's parts share.
  ///   - requestClient: Sends operators' requests to boxes.
  init(_ context: MonitorContext, requestClient: RequestClient) {
    let database = PageDatabase(context.repository)
    self.context = context
    summary = SummaryHandler(context, database)
    boxes = BoxHandler(context, database)
    orders = OrderHandler(context, database)
    actions = ActionHandler(context, database, requestClient)
    records = RecordHandler(context, database)
    exports = ExportHandler(boxes, database)
    metrics = MetricsHandler(context, database)
  }

  /// Answers a request.
  ///
  /// - Parameter request: The request; access has been granted already.
  /// - Returns: The answer; faults of the request and of the database are answers as well.
  public func answer(_ request: PageRequest) async -> PageAnswer {
    do {
      if request.method == "POST" { return try await actions.act(request) }
      guard request.method == "GET" || request.method == "HEAD" else {
        return .error(405, "only GET, HEAD and POST are allowed")
      }
      return try await read(request) ?? .error(404, "there is nothing at \(request.path)")
    } catch let refusal as Refusal {
      return .error(400, "\(refusal)")
    } catch {
      context.fleet.withState { $0.counters.readFailures += 1 }
      let isPlain = error is DatabaseUnavailable || error is DatabaseBusy
      return .error(503, isPlain ? "\(error)" : "database unavailable: \(error)")
    }
  }

  /// Answers the health endpoints, without authentication.
  ///
  /// - Parameter path: `/healthz` or `/readyz`.
  /// - Returns: The answer; `nil` for any other path.
  public func healthAnswer(_ path: String) -> PageAnswer? {
    switch path {
    case "/healthz": return .text(200, "ok")
    case "/readyz":
      let (broker, database) = context.fleet.withState {
        ($0.brokerIsOnline, $0.database.failingSince == nil)
      }
      if broker && database { return .text(200, "ok") }
      return .text(503, broker ? "database unavailable" : "broker unreachable")
    default: return nil
    }
  }

  private func read(_ request: PageRequest) async throws -> PageAnswer? {
    switch request.path {
    case "/api/page": return .json(start(request))
    case "/api/summary": return .json(await summary.json())
    case "/api/boxes": return .json(boxes.all())
    case "/api/box": return try await boxes.one(try request.box())
    case "/api/silent": return .json(boxes.silent())
    case "/api/orders": return try await orders.newest(request)
    case "/api/order": return try await orders.one(request)
    case "/api/failures": return try await orders.failures(request)
    case "/api/unanswered": return try await orders.unanswered(request)
    case "/api/actions": return try await actions.list(request)
    case "/api/alarms": return try await records.alarms(request)
    case "/api/unreadable": return try await records.unreadable(request)
    case "/api/export/receipts.csv": return exports.receipts(request, as: .csv)
    case "/api/export/receipts.jsonl": return exports.receipts(request, as: .lines)
    case "/api/export/boxes.csv": return exports.boxes(as: .csv)
    case "/api/export/boxes.jsonl": return exports.boxes(as: .lines)
    case "/metrics": return await metrics.answer(request)
    case "/events":
      let id = request.lastEventID ?? request["after"]
      return PageAnswer(type: "text/event-stream", .events(events(after: id)))
    default: return nil
    }
  }

  /// The events of the fleet.
  ///
  /// - Parameter id: The id of the last event that the browser has seen, if it reconnects.
  /// - Returns: The events after that one.
  func events(after id: String?) -> EventFeed {
    EventFeed(context, boxes: boxes, summary: summary, after: id)
  }

  /// What the page needs at its start: its login, whose role decides which buttons it shows, and the
  /// outcomes that this version knows, with the codes of each.
  private func start(_ request: PageRequest) -> JSON {
    let outcomes = Outcome.names.map { name -> JSON in
      let all = Outcome.all.filter { $0.name == name }
      return .object([
        "name": .string(name), "isFailure": .bool(all.contains(where: \.isFailure)),
        "codes": .array(all.map { JSON($0.code) }),
      ])
    }
    return .object([
      "now": JSON(context.now()),
      "login": .object([
        "name": .string(request.principal.name),
        "role": .string(request.principal.role.rawValue), "session": .bool(request.hasLogin),
      ]), "outcomes": .array(outcomes),
    ])
  }
}
