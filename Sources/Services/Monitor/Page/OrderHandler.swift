import Wire

/// Answers requests about orders.
struct OrderHandler: Sendable {
  private let context: MonitorContext
  private let database: PageDatabase

  init(_ context: MonitorContext, _ database: PageDatabase) {
    self.context = context
    self.database = database
  }

  /// The newest orders, of all boxes or of one; all of them, or those with an `outcome`: names with commas
  /// between them, of which `waiting` is one.
  func newest(_ request: PageRequest) async throws -> PageAnswer {
    let box = try request.optionalBox()
    let before = request["before"].flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
    let limit = request.number("limit", default: 50, in: 1...500)
    let outcomes = try Self.outcomes(request["outcome"] ?? "")
    let attempts = try await database.call { repository in
      if outcomes.isEmpty {
        return try repository.attempts(of: box, before: before ?? .never, limit: limit)
      }
      let found = try outcomes.flatMap { outcome in
        try repository.attempts(of: box, being: outcome, before: before ?? .never, limit: limit)
      }
      return Array(found.sorted { $0.openedAt ?? .never > $1.openedAt ?? .never }.prefix(limit))
    }
    return .json(.object(["now": JSON(context.now()), "orders": .array(attempts.map(\.json))]))
  }

  private static func outcomes(_ text: String) throws(Refusal) -> Set<OrderOutcome> {
    var outcomes: Set<OrderOutcome> = []
    for name in text.split(separator: ",") {
      guard let outcome = OrderOutcome.all.first(where: { $0.name == name }) else {
        let names = OrderOutcome.all.map(\.name).joined(separator: ", ")
        throw Refusal("outcome", "'\(name)' is not an outcome; there are \(names)")
      }
      outcomes.insert(outcome)
    }
    return outcomes
  }

  /// Everything about the orders with an id or an order number.
  func one(_ request: PageRequest) async throws -> PageAnswer {
    guard let name = request["name"], !name.isEmpty else {
      throw Refusal("name", "an id or an order number is required")
    }
    let (attempts, receipts) = try await database.call { repository in
      let attempts = try repository.attempts(called: name, limit: 200)
      var events: [EventID] = []
      for attempt in attempts where !events.contains(attempt.key.event) {
        events.append(attempt.key.event)
      }
      let receipts = try events.prefix(20).flatMap { try repository.receipts(of: $0, limit: 500) }
      return (attempts, receipts)
    }
    guard !attempts.isEmpty || !receipts.isEmpty else {
      return .error(404, "there is no order '\(name)'")
    }
    return .json(
      .object([
        "now": JSON(context.now()), "name": .string(name),
        "attempts": .array(attempts.map(\.json)),
        "receipts": .array(receipts.map { $0.json(knowing: attempts) }),
      ]))
  }

  /// Orders that failed within some `hours`, one by one and grouped by reason.
  func failures(_ request: PageRequest) async throws -> PageAnswer {
    let hours = request.number("hours", default: 24, in: 1...24 * 90)
    let limit = request.number("limit", default: 100, in: 1...500)
    let since = context.now() - .seconds(hours * 3600)
    let (groups, attempts) = try await database.call { repository in
      (
        try repository.failureGroups(since: since),
        try repository.failures(since: since, limit: limit)
      )
    }
    return .json(
      .object([
        "now": JSON(context.now()), "since": JSON(since), "groups": .array(groups.map(\.json)),
        "orders": .array(attempts.map(\.json)),
      ]))
  }

  /// Unanswered orders: those of a day, or of the last `seconds`.
  func unanswered(_ request: PageRequest) async throws -> PageAnswer {
    let moment = context.now()
    let seconds = request.number("seconds", default: 86_400, in: 1...86_400)
    let limit = request.number("limit", default: 200, in: 1...1000)
    let criteria = UnansweredCriteria(
      moment: moment, patience: context.settings.patience, within: .seconds(seconds))
    let attempts = try await database.call { try $0.unanswered(criteria, limit: limit) }
    return .json(.object(["now": JSON(moment), "orders": .array(attempts.map(\.json))]))
  }
}

extension FailureGroup {
  fileprivate var json: JSON {
    .object([
      "outcome": .string(outcome.name), "code": JSON(outcome.code),
      "isFailure": .bool(outcome.isFailure), "reason": .string(reason), "count": JSON(count),
      "last": JSON(last),
    ])
  }
}

extension Attempt {
  /// The attempt as the page shows it.
  var json: JSON {
    .object([
      "store": .string(key.box.store.rawValue), "box": .string(key.box.box.rawValue),
      "id": .string(key.id), "source": JSON(key.event.source), "order": .string(order),
      "attempt": JSON(key.attempt),
      "openedAt": JSON(openedAt), "publishedAt": JSON(publishedAt),
      "deliveredAt": JSON(deliveredAt), "handledAt": JSON(handledAt),
      "outcome": JSON(outcome?.name), "code": JSON(outcome?.code),
      "isFailure": JSON(outcome?.isFailure), "reason": JSON(reason), "spoken": JSON(spoken),
      "rounds": JSON(rounds),
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
  /// Whether its outcome is a failure; `nil` if it has none, or if that cannot be known.
  ///
  /// Of an outcome that this version does not know, the attempt tells whether it settled its id.
  private func isFailure(knowing attempts: [Attempt]) -> Bool? {
    guard let outcome, let code else { return nil }
    let stored = attempts.first {
      $0.key.box == box && $0.key.event == event && $0.key.attempt == attempt
    }?.outcome
    let read = Outcome(name: outcome, code: code, settlesID: false)
    if let stored, stored == read { return stored.isFailure }
    return read.label == Outcome.unknownLabel ? nil : read.isFailure
  }

  /// The receipt as the page shows it.
  ///
  /// - Parameter attempts: The attempts that the receipts are about.
  /// - Returns: The receipt's JSON.
  func json(knowing attempts: [Attempt] = []) -> JSON {
    .object([
      "n": JSON(n), "receivedAt": JSON(receivedAt), "store": .string(box.store.rawValue),
      "box": .string(box.box.rawValue), "id": .string(event.id), "source": JSON(event.source),
      "attempt": JSON(attempt),
      "receipt": .string(kind), "seq": JSON(seq), "session": JSON(connectionNumber),
      "writtenAt": JSON(writtenAt), "outcome": JSON(outcome), "code": JSON(code),
      "isFailure": JSON(isFailure(knowing: attempts)),
      "mark": .string(mark), "duplicate": .bool(isDuplicate),
    ])
  }
}
