import Fleet
import Service
import Wire

extension FleetMonitor {
  /// What may be asked of a box through the page.
  static let verbs: Set<Request.Verb> = [
    .acknowledge, .stop, .say, .replay, .volume, .mute, .health, .receipts,
  ]

  /// What operators did.
  func actions(_ request: PageRequest) throws -> PageAnswer {
    let box = request["name"] == nil ? nil : try named(request)
    let actions = try repository.actions(
      on: box, limit: request.number("limit", default: 50, in: 1...500))
    return .json(.object(["now": JSON(now()), "actions": .array(actions.map(\.json))]))
  }

  /// Asks a box to do something: `POST /api/request/{verb}?name=store/box`, with the request's body.
  ///
  /// It is written down before it is sent, and so is its result.
  func act(_ request: PageRequest) async throws -> PageAnswer {
    let prefix = "/api/request/"
    guard request.path.hasPrefix(prefix) else {
      return .error(404, "there is nothing to do at \(request.path)")
    }
    guard request.principal.role == .operate else {
      log(
        .warning, "operator refused",
        [
          "who": request.principal.name, "origin": request.principal.origin, "path": request.path,
        ])
      return .error(403, "\(request.principal.name) may look, and not operate")
    }
    let name = try named(request)
    let verb = String(request.path.dropFirst(prefix.count))
    guard let known = Request.Verb(rawValue: verb), Self.verbs.contains(known) else {
      throw Refusal("verb", "'\(verb)' is no request")
    }
    let asked = try Request(verb: verb, payload: request.body)
    guard let record = fleet.withState({ $0.boxes[name]?.record }) else {
      return .error(404, "no box \(name) was ever heard of")
    }
    let n = try repository.begin(
      Action(
        at: now(), who: request.principal.name, origin: request.principal.origin,
        store: name.store.rawValue, box: name.box.rawValue, verb: verb,
        body: String(decoding: request.body.prefix(2048), as: UTF8.self)))
    log(
      .notice, "operator asks",
      [
        "who": request.principal.name, "origin": request.principal.origin, "box": "\(name)",
        "verb": verb,
      ])
    // A self-test answers when it has been heard to its end.
    let timeout = Duration.seconds(known == .say ? 60 : 10)
    let reply = await requestClient.ask(record.name, asked.action, timeout: timeout)
    try repository.end(n, result: reply.text, at: now())
    log(.notice, "box answers", ["box": "\(name)", "verb": verb, "result": reply.text])
    return .json(
      .object(["action": JSON(n), "result": .string(reply.text), "reply": reply.json]),
      status: reply.status)
  }
}

extension Reply {
  /// What came of a request, in words.
  var text: String {
    switch self {
    case .answered(.ok): "ok"
    case .answered(.error(let error)): "refused: \(error)"
    case .unreachable: "nobody listens there"
    case .timeout(let time): "no answer in \(time.components.seconds) s"
    }
  }

  fileprivate var status: Int {
    switch self {
    case .answered(.ok): 200
    case .answered(.error): 409
    case .unreachable: 502
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
