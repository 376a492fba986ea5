import Fleet
import Wire

/// Answers requests about boxes.
struct BoxHandler: Sendable {
  /// The names of a box row's columns.
  static let columns = [
    "store", "box", "condition", "troubles", "state", "stateSince", "session", "lastSeen",
    "lastPublished", "lastDelivered", "lastHandled", "lastOutcome", "queue", "volume",
    "mutedUntil", "audio", "ringing", "version", "pack", "missing", "silent", "reconnects",
    "uptime", "clock", "lastOutcomeFailed", "ignored",
  ]

  /// How far back the page of a box looks.
  private static let day = Duration.seconds(86_400)

  private let context: MonitorContext
  private let database: PageDatabase

  init(_ context: MonitorContext, _ database: PageDatabase) {
    self.context = context
    self.database = database
  }

  /// All boxes.
  func all() -> JSON {
    let moment = context.now()
    let (version, records) = context.fleet.withState { state in
      (state.version, state.boxes.values.map(\.record))
    }
    return .object([
      "id": .string(EventFeed.id(version)), "now": JSON(moment), "columns": Self.columnNames,
      "rows": rows(records, at: moment),
    ])
  }

  /// Boxes that are online and have got orders, but have handled none of them in time.
  func silent() -> JSON {
    let moment = context.now()
    let patience = context.settings.patience
    let records = context.fleet.withState { state in
      state.boxes.values.map(\.record).filter { $0.isSilent(at: moment, after: patience) }
    }
    return .object(["columns": Self.columnNames, "rows": rows(records, at: moment)])
  }

  /// Everything about one box.
  func one(_ name: BoxName) async throws -> PageAnswer {
    let moment = context.now()
    guard let record = context.fleet.directory[name] else { return .unknownBox(name) }
    let history = try await database.call { repository in
      try BoxHistory(of: name, in: repository, since: moment - Self.day)
    }
    return .json(
      .object([
        "now": JSON(moment), "columns": Self.columnNames, "row": row(record, at: moment),
        "info": record.info?.json ?? .null, "health": record.health?.json ?? .null,
        "healthAt": JSON(record.healthAt), "firstSeen": JSON(record.firstSeen),
        "gaps": .array(record.sequence.gaps.map { .array([JSON($0.first), JSON($0.last)]) }),
        "outcomes": history.outcomeCounts,
        "states": .array(
          history.states.map {
            .array([JSON($0.at), .string($0.state.rawValue), JSON($0.connectionNumber)])
          }
        ),
        "healthColumns": .array(HealthPoint.columns.map { .string($0) }),
        "healths": .array(history.healths.map(\.row)),
        "orders": .array(history.attempts.map(\.json)),
        "actions": .array(history.actions.map(\.json)),
      ]))
  }

  /// One box as a row.
  func row(_ record: BoxRecord, at moment: Timestamp) -> JSON {
    let health = record.health
    return .array([
      .string(record.name.store.rawValue), .string(record.name.box.rawValue),
      .string(record.condition(at: moment).rawValue),
      .array(record.troubles(at: moment).map { .string($0) }), JSON(record.state?.rawValue),
      JSON(record.stateSince), JSON(record.connectionNumber), JSON(record.lastSeen),
      JSON(record.lastPublished), JSON(record.lastDelivered), JSON(record.lastHandled),
      JSON(record.lastOutcome?.name), JSON(health?.queue), JSON(health?.volume),
      JSON(health?.mutedUntil), JSON(health?.audio.state.rawValue), JSON(health?.ringing),
      JSON(record.info?.version ?? health?.version),
      JSON(record.info.map { "\($0.pack.name) \($0.pack.version)" }),
      JSON(record.sequence.missing),
      .bool(record.isSilent(at: moment, after: context.settings.patience)),
      JSON(health?.reconnects), JSON(health?.uptime.components.seconds),
      JSON(health.map { $0.clockIsSynced ? "synced" : "unsynced" }),
      JSON(record.lastOutcome?.isFailure), JSON(health?.ignoredCount),
    ])
  }

  private func rows(_ records: [BoxRecord], at moment: Timestamp) -> JSON {
    .array(records.sorted { $0.name < $1.name }.map { row($0, at: moment) })
  }

  private static let columnNames = JSON.array(columns.map { .string($0) })
}

/// What the database knows about one box.
private struct BoxHistory: Sendable {
  let outcomes: [OutcomeCount]
  let states: [StateChange]
  let healths: [HealthPoint]
  let attempts: [Attempt]
  let actions: [Action]

  init(of name: BoxName, in repository: any FleetRepository, since moment: Timestamp) throws {
    outcomes = try repository.outcomes(of: name, since: moment)
    states = try repository.states(of: name, since: moment)
    healths = try repository.healths(of: name, since: moment)
    attempts = try repository.attempts(of: name, before: .never, limit: 50)
    actions = try repository.actions(on: name, limit: 20)
  }

  /// The counts by outcome.
  var outcomeCounts: JSON {
    .array(
      outcomes.map { outcome in
        .object([
          "name": .string(outcome.name ?? "waiting"), "isFailure": .bool(outcome.isFailure),
          "count": JSON(outcome.count),
        ])
      })
  }
}

extension HealthPoint {
  fileprivate static let columns = [
    "at", "queue", "ringing", "volume", "audio", "xruns", "reconnects", "memory", "unpublished",
    "clock",
  ]

  /// The report as a row.
  fileprivate var row: JSON {
    .array([
      JSON(at), JSON(queue), JSON(ringing), JSON(volume), .string(audio), JSON(xruns),
      JSON(reconnects), JSON(memory), JSON(unpublished),
      .string(clockIsSynced ? "synced" : "unsynced"),
    ])
  }
}

extension Timestamp {
  /// Later than any real moment.
  static let never = Timestamp(milliseconds: 253_402_300_799_000)
}
