import Messaging
import Wire

extension VirtualBox {
  /// How long the broker keeps a health report.
  private static let healthExpiry = Duration.seconds(180)

  /// Gives out the next publications.
  mutating func next(atMost count: Int) -> [Publication] {
    outbox.next(atMost: count).compactMap { token, content in
      switch content {
      case .message(var message):
        message.token = PublicationToken(.virtualBox, token)
        return message
      case .receipt(let number, let kind, let isDuplicate):
        guard let attempt = journal[number] else {
          _ = outbox.sent(token)
          return nil
        }
        var message = receipt(kind, attempt, isDuplicate: isDuplicate)
        message.token = PublicationToken(.virtualBox, token)
        return message
      }
    }
  }

  /// Records that the broker has a message.
  mutating func sent(_ token: Int64) {
    if outbox.sent(token) { counts.sent += 1 }
  }

  private func receipt(
    _ kind: Receipt.Kind, _ attempt: StoredAttempt, isDuplicate: Bool
  ) -> Publication {
    var times = Receipt.Times(received: wall(attempt.received))
    if attempt.isAccepted { times.delivered = wall(attempt.received) }
    let isDelivered = kind == .delivered
    if !isDelivered {
      times.started = attempt.started > 0 ? wall(attempt.started) : nil
      times.finished = attempt.finished > 0 ? wall(attempt.finished) : nil
    }
    var receipt = Receipt(
      kind, event: attempt.event, order: attempt.order, attempt: Int(attempt.attempt), times: times)
    receipt.isDuplicate = isDuplicate
    receipt.isReplayed = attempt.isReplay
    if !isDelivered {
      receipt.outcome = attempt.outcome
      receipt.reason = attempt.reason
      receipt.rounds = Int(attempt.rounds)
      receipt.hasHandled = attempt.hasHandled
      receipt.spoken = attempt.outcome == .played ? attempt.command : nil
    }
    let connection = isDelivered ? attempt.deliveredConnection : attempt.handledConnection
    let issuer = Issuer(
      store: name.store, box: name.box, connectionNumber: firstConnectionNumber + Int64(connection),
      clockIsSynced: !profile.faults.contains(.clock))
    let json = receipt.json(
      from: issuer, seq: Int64(isDelivered ? attempt.deliveredSeq : attempt.handledSeq),
      at: wall(isDelivered ? attempt.received : attempt.handled))
    return Publication(
      topic: topics[isDelivered ? .delivered : .handled], text: json.encoded)
  }

  func info(at moment: Timestamp) -> Publication {
    let info = BoxInfo(
      version: profile.version, pack: .init(name: "zh-CN", version: "1", locale: "zh-CN"),
      settings: ["audio": "simulated"], at: wall(moment.milliseconds))
    return Publication(topic: topics[.info], text: info.json.encoded, isRetained: true)
  }

  mutating func publishHealth(at now: Int64) {
    outbox.add(
      .message(
        Publication(
          topic: topics[.health], text: health(at: now).json.encoded,
          qualityOfService: .atMostOnce, isRetained: true, expiry: Self.healthExpiry)))
  }

  func health(at now: Int64) -> Health {
    var health = Health(
      at: wall(now), connectionNumber: connectionNumber,
      audio: .init(current == nil ? .idle : .playing, device: "simulated"),
      version: profile.version)
    let waiting = queue + (current.map { [$0.task] } ?? [])
    health.queue = waiting.count
    health.oldestWaiting = waiting.compactMap { $0.number.flatMap { journal[$0]?.received } }.min()
      .map { .milliseconds(now - $0) }
    health.ringing = waiting.count { $0.isAlert }
    health.accepted = accepted
    health.lastOrder = lastOrder.map(wall)
    health.lastPlayed = lastPlayed.map(wall)
    health.reconnects = max(0, Int(connections) - 1)
    health.clockIsSynced = !profile.faults.contains(.clock)
    health.volume = volume
    health.mutedUntil = mutedUntil.flatMap { $0 > now ? wall($0) : nil }
    health.memory = 14 << 20
    health.unpublished = outbox.receipts
    health.uptime = .milliseconds(now - begin)
    return health
  }
}
