import Wire

/// Answers what is asked about the fleet.
///
/// Every moment in an answer is a number of milliseconds since 1970.
extension FleetMonitor {
  /// Answers a request.
  ///
  /// - Parameter request: The request; who asks has been let in already.
  /// - Returns: The answer; faults of the asker and of the store are answers as well.
  public func answer(_ request: PageRequest) async -> PageAnswer {
    do {
      if request.method == "POST" { return try await act(request) }
      guard request.method == "GET" || request.method == "HEAD" else {
        return .error(405, "only GET, HEAD and POST are answered here")
      }
      return try look(request) ?? .error(404, "there is nothing at \(request.path)")
    } catch let refusal as Refusal {
      return .error(400, "\(refusal)")
    } catch {
      fleet.withState { $0.counters.readFailures += 1 }
      return .error(503, "the store does not answer: \(error)")
    }
  }

  /// Answers whoever looks after the program itself, without asking who it is.
  ///
  /// - Parameter path: `/healthz` or `/readyz`.
  /// - Returns: The answer; `nil` for any other path.
  public func answerAboutItself(_ path: String) -> PageAnswer? {
    switch path {
    case "/healthz": return .text(200, "ok")
    case "/readyz":
      let (broker, store) = fleet.withState { ($0.brokerIsOnline, $0.database.failingSince == nil) }
      if broker && store { return .text(200, "ok") }
      return .text(503, broker ? "the store takes nothing" : "the broker cannot be reached")
    default: return nil
    }
  }

  private func look(_ request: PageRequest) throws -> PageAnswer? {
    switch request.path {
    case "/api/visitor": return .json(principal(request))
    case "/api/summary": return .json(try summary())
    case "/api/boxes": return .json(boxes())
    case "/api/box": return try box(try named(request))
    case "/api/orders": return try orders(request)
    case "/api/order": return try order(request)
    case "/api/failures": return try failures(request)
    case "/api/unanswered": return try unanswered(request)
    case "/api/silent": return .json(silent())
    case "/api/actions": return try actions(request)
    case "/api/alarms": return try alarms(request)
    case "/api/unreadable": return try unreadable(request)
    case "/api/export/receipts.csv": return exportReceipts(request, as: .csv)
    case "/api/export/receipts.jsonl": return exportReceipts(request, as: .lines)
    case "/api/export/boxes.csv": return exportBoxes(as: .csv)
    case "/api/export/boxes.jsonl": return exportBoxes(as: .lines)
    case "/metrics": return metrics(request)
    case "/events":
      return PageAnswer(
        type: "text/event-stream",
        .events(EventFeed(self, after: request.lastEventID ?? request["after"])))
    default: return nil
    }
  }

  /// Who looks, and what they may do: by this the page knows which buttons to show.
  private func principal(_ request: PageRequest) -> JSON {
    .object([
      "now": JSON(now()), "name": .string(request.principal.name),
      "role": .string(request.principal.role.rawValue), "session": .bool(request.hasSession),
    ])
  }

  func named(_ request: PageRequest) throws -> BoxName {
    guard let text = request["name"] else { throw Refusal("name", "is missing") }
    guard let name = BoxName(text) else { throw Refusal("name", "store/box is wanted") }
    return name
  }
}
