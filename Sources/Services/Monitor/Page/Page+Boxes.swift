import Fleet
import Wire

extension FleetMonitor {
  /// The names of a box's columns.
  static let boxColumns = [
    "store", "box", "condition", "troubles", "state", "stateSince", "session", "lastSeen",
    "lastPublished", "lastDelivered", "lastHandled", "lastOutcome", "queue", "volume",
    "mutedUntil", "audio", "ringing", "version", "pack", "missing", "silent", "reconnects",
    "uptime", "clock",
  ]

  /// All boxes.
  func boxes() -> JSON {
    let moment = now()
    let (version, records) = fleet.withState { state in
      (state.version, state.boxes.values.map(\.record))
    }
    return .object([
      "id": .string(EventFeed.id(version)), "now": JSON(moment),
      "columns": .array(Self.boxColumns.map { .string($0) }),
      "rows": .array(records.sorted { $0.name < $1.name }.map { row($0, at: moment) }),
    ])
  }

  /// One box as a row.
  func row(_ record: BoxRecord, at moment: Timestamp) -> JSON {
    let health = record.health
    return .array([
      .string(record.name.store.rawValue), .string(record.name.box.rawValue),
      .string(record.condition(at: moment).rawValue),
      .array(record.troubles(at: moment).map { .string($0) }), JSON(record.state?.rawValue),
      JSON(record.stateSince), JSON(record.session), JSON(record.lastSeen),
      JSON(record.lastPublished), JSON(record.lastDelivered), JSON(record.lastHandled),
      JSON(record.lastOutcome?.name), JSON(health?.queue), JSON(health?.volume),
      JSON(health?.mutedUntil), JSON(health?.audio.state.rawValue), JSON(health?.ringing),
      JSON(record.info?.version ?? health?.version),
      JSON(record.info.map { "\($0.pack.name) \($0.pack.version)" }),
      JSON(record.sequence.missing), .bool(record.isSilent(at: moment, after: settings.patience)),
      JSON(health?.reconnects), JSON(health?.uptime.components.seconds),
      JSON(health.map { $0.clockIsSynced ? "synced" : "unsynced" }),
    ])
  }

  /// Boxes that listen and got orders, and handled none of them.
  func silent() -> JSON {
    let moment = now()
    let records = fleet.withState { state in
      state.boxes.values.map(\.record).filter {
        $0.isSilent(at: moment, after: settings.patience)
      }
    }
    return .object([
      "columns": .array(Self.boxColumns.map { .string($0) }),
      "rows": .array(records.sorted { $0.name < $1.name }.map { row($0, at: moment) }),
    ])
  }

  /// All about one box.
  func box(_ name: BoxName) throws -> PageAnswer {
    let moment = now()
    guard let record = fleet.withState({ $0.boxes[name]?.record }) else {
      return .error(404, "no box \(name) was ever heard of")
    }
    let dayAgo = moment - Self.day
    let outcomes = try repository.outcomes(of: name, since: dayAgo)
    return .json(
      .object([
        "now": JSON(moment), "columns": .array(Self.boxColumns.map { .string($0) }),
        "row": row(record, at: moment), "info": record.info?.json ?? .null,
        "health": record.health?.json ?? .null, "healthAt": JSON(record.healthAt),
        "firstSeen": JSON(record.firstSeen),
        "gaps": .array(
          record.sequence.gaps.map { .array([JSON($0.first), JSON($0.last)]) }),
        "outcomes": .object(
          outcomes.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { object, outcome in
            object[outcome.key.isEmpty ? "waiting" : outcome.key] = JSON(outcome.value)
          }),
        "states": .array(
          try repository.states(of: name, since: dayAgo).map {
            .array([JSON($0.at), .string($0.state.rawValue), JSON($0.session)])
          }),
        "healthColumns": .array(
          [
            "at", "queue", "ringing", "volume", "audio", "xruns", "reconnects", "memory",
            "unpublished", "clock",
          ].map { .string($0) }),
        "healths": .array(try repository.healths(of: name, since: dayAgo).map(\.row)),
        "orders": .array(
          try repository.attempts(of: name, before: .never, limit: 50).map(\.json)),
        "actions": .array(try repository.actions(on: name, limit: 20).map(\.json)),
      ]))
  }
}

extension HealthPoint {
  /// The point as a row.
  fileprivate var row: JSON {
    .array([
      JSON(at), JSON(queue), JSON(ringing), JSON(volume), .string(audio), JSON(xruns),
      JSON(reconnects), JSON(memory), JSON(unpublished),
      .string(clockIsSynced ? "synced" : "unsynced"),
    ])
  }
}

extension Timestamp {
  /// Later than anything.
  static let never = Timestamp(milliseconds: 253_402_300_799_000)
}
