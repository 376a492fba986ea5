import Fleet
import Service
import Wire

/// Sends operators' requests to boxes, and keeps an audit of them.
struct ActionHandler: Sendable {
  /// The requests that the page may send.
  private static let verbs: Set<Request.Verb> = [
    .acknowledge, .stop, .say, .replay, .volume, .mute, .health, .receipts,
  ]
  private static let pathPrefix = "/api/request/"

  private let context: MonitorContext
  private let database: PageDatabase
  private let requestClient: RequestClient

  init(_ context: MonitorContext, _ database: PageDatabase, _ requestClient: RequestClient) {
    self.context = context
    self.database = database
    self.requestClient = requestClient
  }

  /// The audit: what operators did, on all boxes or on one.
  func list(_ request: PageRequest) async throws -> PageAnswer {
    let box = try request.optionalBox()
    let limit = request.number("limit", default: 50, in: 1...500)
    let actions = try await database.call { try $0.actions(on: box, limit: limit) }
    return .json(.object(["now": JSON(context.now()), "actions": .array(actions.map(\.json))]))
  }

  /// Sends a request to a box: `POST /api/request/{verb}?name=store/box`, with the request's body.
  ///
  /// The action is stored before the request is sent, and its result as soon as it is known.
  func act(_ request: PageRequest) async throws -> PageAnswer {
    guard request.path.hasPrefix(Self.pathPrefix) else {
      return .error(404, "there is no action at \(request.path)")
    }
    let principal = request.principal
    guard principal.role == .operate else {
      context.log(
        .warning, "operator request refused",
        ["who": principal.name, "origin": principal.origin, "path": request.path])
      return .error(403, "\(principal.name) is a viewer, not an operator")
    }
    let box = try request.box()
    let verb = String(request.path.dropFirst(Self.pathPrefix.count))
    guard let known = Request.Verb(rawValue: verb), Self.verbs.contains(known) else {
      throw Refusal("verb", "'\(verb)' is not a request")
    }
    let message = try Request(verb: verb, payload: request.body)
    guard context.fleet.directory[box] != nil else { return .unknownBox(box) }
    let n = try await begin(verb, on: box, request)
    // A self-test responds when its announcement has ended.
    let timeout = Duration.seconds(known == .say ? 60 : 10)
    let reply = await requestClient.ask(box, message.action, timeout: timeout)
    try await end(n, verb, on: box, reply)
    return .json(
      .object(["action": JSON(n), "result": .string(reply.text), "reply": reply.json]),
      status: reply.status)
  }

  private func begin(_ verb: String, on box: BoxName, _ request: PageRequest) async throws -> Int64
  {
    let principal = request.principal
    let action = Action(
      at: context.now(), who: principal.name, origin: principal.origin,
      store: box.store.rawValue, box: box.box.rawValue, verb: verb,
      body: String(decoding: request.body.prefix(2048), as: UTF8.self))
    let n = try await database.call { try $0.begin(action) }
    context.log(
      .notice, "operator request",
      ["who": principal.name, "origin": principal.origin, "box": "\(box)", "verb": verb])
    return n
  }

  private func end(_ n: Int64, _ verb: String, on box: BoxName, _ reply: Reply) async throws {
    let moment = context.now()
    try await database.call { try $0.end(n, result: reply.text, at: moment) }
    context.log(
      .notice, "box answered", ["box": "\(box)", "verb": verb, "result": reply.text])
  }
}

extension Reply {
  /// What came of a request, in words; the page translates them.
  fileprivate var text: String {
    switch self {
    case .answered(.ok): "ok"
    case .answered(.error(let error)): "refused: \(error)"
    case .answered(.unknown(let status, _)): "answered '\(status)'"
    case .unreachable: "box offline"
    case .timeout(let time): "no answer in \(time.components.seconds) s"
    }
  }

  fileprivate var status: Int {
    switch self {
    case .answered(.ok): 200
    case .answered(.error): 409
    case .answered(.unknown), .unreachable: 502
    case .timeout: 504
    }
  }

  fileprivate var json: JSON {
    if case .answered(let response) = self { response.json(transaction: nil) } else { .null }
  }
}

extension Action {
  /// The action as the page shows it.
  var json: JSON {
    .object([
      "n": JSON(n), "at": JSON(at), "who": .string(who), "origin": .string(origin),
      "store": .string(store), "box": .string(box), "verb": .string(verb),
      "body": .string(body), "result": JSON(result), "answeredAt": JSON(answeredAt),
    ])
  }
}
