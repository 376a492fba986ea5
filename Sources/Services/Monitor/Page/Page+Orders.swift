import Wire

extension FleetMonitor {
  /// The newest orders, of all boxes or of one, whatever became of them or only those with an `outcome`:
  /// names with commas between them, of which `waiting` is one.
  func orders(_ request: PageRequest) throws -> PageAnswer {
    let box = request["name"] == nil ? nil : try named(request)
    let before = request["before"].flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
    let limit = request.number("limit", default: 50, in: 1...500)
    let outcomes = try Self.outcomes(request["outcome"] ?? "")
    var attempts =
      if outcomes.isEmpty {
        try repository.attempts(of: box, before: before ?? .never, limit: limit)
      } else {
        try outcomes.flatMap { outcome in
          try repository.attempts(of: box, being: outcome, before: before ?? .never, limit: limit)
        }
      }
    if outcomes.count > 1 {
      attempts.sort { $0.openedAt ?? .never > $1.openedAt ?? .never }
      attempts.removeLast(max(0, attempts.count - limit))
    }
    return .json(.object(["now": JSON(now()), "orders": .array(attempts.map(\.json))]))
  }

  private static func outcomes(_ text: String) throws(Refusal) -> Set<OrderOutcome> {
    var outcomes: Set<OrderOutcome> = []
    for name in text.split(separator: ",") {
      guard let outcome = OrderOutcome.all.first(where: { $0.name == name }) else {
        let names = OrderOutcome.all.map(\.name).joined(separator: ", ")
        throw Refusal("outcome", "'\(name)' is none; there are \(names)")
      }
      outcomes.insert(outcome)
    }
    return outcomes
  }

  /// All that is known of an id, or of an order.
  func order(_ request: PageRequest) throws -> PageAnswer {
    guard let name = request["name"], !name.isEmpty else {
      throw Refusal("name", "an id or an order is wanted")
    }
    let attempts = try repository.attempts(called: name, limit: 200)
    var ids: [String] = []
    for attempt in attempts where !ids.contains(attempt.key.id) { ids.append(attempt.key.id) }
    let receipts = try ids.prefix(20).flatMap { try repository.receipts(of: $0, limit: 500) }
    guard !attempts.isEmpty || !receipts.isEmpty else {
      return .error(404, "nothing is known of '\(name)'")
    }
    return .json(
      .object([
        "now": JSON(now()), "name": .string(name), "attempts": .array(attempts.map(\.json)),
        "receipts": .array(receipts.map(\.json)),
      ]))
  }

  /// What ended badly, one by one and grouped by reason.
  func failures(_ request: PageRequest) throws -> PageAnswer {
    let hours = request.number("hours", default: 24, in: 1...24 * 90)
    let since = now() - .seconds(hours * 3600)
    let groups = try repository.failureGroups(since: since)
    let attempts = try repository.failures(
      since: since, limit: request.number("limit", default: 100, in: 1...500))
    return .json(
      .object([
        "now": JSON(now()), "since": JSON(since),
        "groups": .array(
          groups.map {
            .object([
              "outcome": .string($0.outcome.name), "code": JSON($0.outcome.code),
              "reason": .string($0.reason), "count": JSON($0.count), "last": JSON($0.last),
            ])
          }), "orders": .array(attempts.map(\.json)),
      ]))
  }

  /// Orders of which nobody says anything: those of a day, or of the last `seconds`.
  func unanswered(_ request: PageRequest) throws -> PageAnswer {
    let moment = now()
    let seconds = request.number("seconds", default: 86_400, in: 1...86_400)
    let attempts = try repository.unanswered(
      UnansweredCriteria(moment: moment, patience: settings.patience, within: .seconds(seconds)),
      limit: request.number("limit", default: 200, in: 1...1000))
    return .json(.object(["now": JSON(moment), "orders": .array(attempts.map(\.json))]))
  }

  /// Messages that could not be read.
  func unreadable(_ request: PageRequest) throws -> PageAnswer {
    let messages = try repository.unreadable(
      limit: request.number("limit", default: 50, in: 1...500))
    return .json(
      .object([
        "messages": .array(
          messages.map {
            .object([
              "at": JSON($0.at), "topic": .string($0.topic), "reason": .string($0.reason),
              "payload": .string(String(decoding: $0.payload, as: UTF8.self)),
            ])
          })
      ]))
  }

  /// Alarms that are not over, and the last ones that are.
  func alarms(_ request: PageRequest) throws -> PageAnswer {
    let alarms = try repository.alarms(limit: request.number("limit", default: 50, in: 0...500))
    return .json(
      .object([
        "now": JSON(now()),
        "alarms": .array(
          alarms.map {
            .object([
              "name": .string($0.name), "severity": .string($0.severity),
              "subject": .string($0.subject),
              "raisedAt": JSON($0.raisedAt), "clearedAt": JSON($0.clearedAt),
              "text": .string($0.text),
            ])
          }),
      ]))
  }
}

extension Attempt {
  /// The attempt as the page shows it.
  var json: JSON {
    .object([
      "store": .string(key.box.store.rawValue), "box": .string(key.box.box.rawValue),
      "id": .string(key.id), "order": .string(order), "attempt": JSON(key.attempt),
      "openedAt": JSON(openedAt), "publishedAt": JSON(publishedAt),
      "deliveredAt": JSON(deliveredAt), "handledAt": JSON(handledAt),
      "outcome": JSON(outcome?.name), "code": JSON(outcome?.code), "reason": JSON(reason),
      "spoken": JSON(spoken), "rounds": JSON(rounds),
      "times": .object([
        "received": JSON(times?.received), "delivered": JSON(times?.delivered),
        "started": JSON(times?.started), "finished": JSON(times?.finished),
      ]),
      "clock": .string(clockIsSynced ? "synced" : "unsynced"), "replayed": .bool(isReplayed),
      "deliveredSeq": JSON(deliveredSeq), "handledSeq": JSON(handledSeq),
      "repetitions": JSON(repetitions), "contradictions": JSON(contradictions),
      "latency": JSON(latency?.milliseconds),
    ])
  }
}

extension LoggedReceipt {
  /// The receipt as the page shows it.
  var json: JSON {
    .object([
      "n": JSON(n), "receivedAt": JSON(receivedAt), "store": .string(box.store.rawValue),
      "box": .string(box.box.rawValue), "id": .string(id), "attempt": JSON(attempt),
      "receipt": .string(kind), "seq": JSON(seq), "session": JSON(session),
      "writtenAt": JSON(writtenAt), "outcome": JSON(outcome), "code": JSON(code),
      "mark": .string(mark), "duplicate": .bool(isDuplicate),
    ])
  }
}
