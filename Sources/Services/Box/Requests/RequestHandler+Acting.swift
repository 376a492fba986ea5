import Wire

extension RequestHandler {
  /// Does what is asked for.
  ///
  /// - Parameters:
  ///   - action: What is asked for.
  ///   - message: Who asks.
  ///   - reply: Sends an answer that comes later.
  /// - Returns: The answer; `nil` if it comes later.
  /// - Throws: `DatabaseError`.
  func act(
    on action: Request.Action, by message: Arrival, _ reply: @escaping @Sendable (Response) -> Void
  ) throws -> Response? {
    switch action {
    case .acknowledge(let order): try acknowledge(order, by: message)
    case .stop(let scope): stop(scope)
    case .say(let command): say(command, reply)
    case .replay(let id): try replay(id)
    case .volume(let value): try setVolume(value)
    case .mute(let mute): try setMute(mute)
    case .receipts(let since): try publishAgain(since)
    case .health: health.publish()
    }
  }

  private func acknowledge(_ order: String, by message: Arrival) throws -> Response {
    let by = "a request to \(topics.isForStore(message.topic) ? "the store" : "the box")"
    switch try journal.acknowledge(order, by: by) {
    case .ended(let count):
      eventQueue.post([.acknowledged(order: order, by: by)])
      return .ok(data: ["order": .string(order), "ended": .number(JSONNumber(count))])
    case .over:
      return .ok(data: ["order": .string(order), "ended": .number(JSONNumber(0))])
    case .unknown: return .error("order: no alert of '\(order)' has come to this box")
    }
  }

  private func stop(_ scope: Request.Scope) -> Response {
    eventQueue.post([.stopped(scope)])
    return .ok(data: ["scope": .string(scope.rawValue)])
  }

  private func say(
    _ command: SoundCommand, _ reply: @escaping @Sendable (Response) -> Void
  ) -> Response? {
    do {
      _ = try scriptBuilder.script(for: command)
    } catch {
      return .error("soundCommand: \(error)")
    }
    let n = selfTests.add { resolution in
      let outcome = resolution.outcome
      if outcome == .played {
        reply(.ok(data: ["outcome": .string(outcome.name)]))
      } else {
        reply(.error(outcome.name + (resolution.reason.map { ": \($0)" } ?? "")))
      }
    }
    guard let n else { return .error("too many self-tests wait already") }
    eventQueue.post([
      .arrived(QueuedCommand(n: n, order: "self-test", command: command, since: clock.uptime()))
    ])
    return nil
  }

  private func replay(_ id: String) throws -> Response {
    switch try journal.replay(id, at: clock.moment) {
    case .accepted(let item):
      eventQueue.post([.arrived(item)])
      return .ok(data: ["id": .string(id)])
    case .isWaiting: return .error("id: '\(id)' has not been handled yet")
    case .unknown: return .error("id: no command '\(id)' has been accepted here")
    case .queueFull(let limit): return .error("queue full: \(limit) commands wait already")
    }
  }

  private func setVolume(_ value: Int?) throws -> Response {
    if let value {
      try save { $0.volume = value }
      speaker.set(volume: value)
    }
    return .ok(data: ["volume": .number(JSONNumber(status.settings.volume))])
  }

  private func setMute(_ mute: Request.Mute) throws -> Response {
    var until: Timestamp?
    if case .until(let moment) = mute {
      guard moment > clock.now() else { return .error("until: \(moment) has passed") }
      until = moment
    }
    try save { $0.mutedUntil = until }
    eventQueue.post([.muted(until: until)])
    return .ok(data: ["mutedUntil": until.map { .string($0.description) } ?? .null])
  }

  private func save(_ change: (inout DeviceSettings) -> Void) throws {
    var settings = status.settings
    change(&settings)
    try journal.save(settings)
    status.save(settings)
    _ = health.publish()
  }

  private func publishAgain(_ since: Int64) throws -> Response {
    let count = try outbox.republish(after: since)
    return .ok(data: ["count": .number(JSONNumber(count))])
  }
}
