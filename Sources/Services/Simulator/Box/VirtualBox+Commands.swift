import Digest
import Messaging
import Wire

extension VirtualBox {
  /// Processes a message.
  mutating func take(_ message: Message, at moment: Timestamp) {
    guard let place = fleet.place(of: message.topic), place.store == name.store,
      place.box == nil || place.box == name.box
    else { return }
    let now = moment.milliseconds
    switch place.purpose {
    case .command, .storeCommand: if !message.isRetained { takeCommand(message, at: now) }
    case .request, .storeRequest:
      if !message.isRetained, let verb = place.verb { takeRequest(message, verb, at: now) }
    case .state:
      // The will of an earlier connection: the box is online all the same.
      if let report = try? StateReport(payload: message.payload), report.state == .lost {
        outbox.add(.message(state(.online, at: moment)))
      }
    default: break
    }
    speak(until: now)
  }

  private mutating func takeCommand(_ message: Message, at now: Int64) {
    lastOrder = now
    let json = try? JSONReader.read(message.payload)
    do throws(Refusal) {
      guard let json else { throw Refusal("message", "is no JSON") }
      take(try VoiceCommand(json), at: now)
    } catch {
      let event =
        json.flatMap { VoiceCommand.event(of: $0) }
        ?? EventID(
          id: "sha256:\(SHA256.hex(of: Array(message.topic.utf8) + [0] + message.payload))")
      let attempt = journal.history(of: event).attempts + 1
      refuse(event, order: event.id, .rejectedMalformed, attempt: attempt, "\(error)", at: now)
    }
  }

  private mutating func take(_ command: VoiceCommand, at now: Int64) {
    let history = journal.history(of: command.event)
    let number = history.settled ?? history.accepted
    let attempt = history.attempts + 1
    let decision = DuplicateDecision(
      on: command.fingerprint, hasHandled: command.hasHandled, known: number.flatMap(existing))
    switch (decision, number) {
    case (.conflict, _):
      refuse(
        command.event, order: command.order, .rejectedConflict, attempt: attempt,
        "id: accepted before with another content, which stands", at: now)
    case (.cancel, let number?):
      queue.removeAll { $0.number == number }
      settle(number, .duplicate, "spoken by another channel of the store", at: now)
    case (.repeatDelivered, let number?), (.repeatReceipts, let number?): publishAgain(number)
    default:
      guard decision != .accept || queue.count < Self.queueLimit else {
        refuse(
          command.event, order: command.order, .rejectedQueueFull, attempt: attempt,
          "queue full: \(Self.queueLimit) commands wait already", at: now)
        return
      }
      accept(command, attempt: attempt, at: now)
    }
  }

  private func existing(_ number: Int) -> ExistingAttempt? {
    guard let attempt = journal[number] else { return nil }
    let isWaiting = attempt.started == 0 && queue.contains { $0.number == number }
    return ExistingAttempt(
      fingerprint: attempt.fingerprint,
      stage: attempt.outcome.map { .handled(settlesID: $0.settlesID) }
        ?? (isWaiting ? .waiting : .started))
  }

  private mutating func accept(_ command: VoiceCommand, attempt: Int32, at now: Int64) {
    let number = journal.add(
      StoredAttempt(
        event: command.event, order: command.order, command: command.soundCommand.text,
        attempt: attempt, act: command.act, isReplay: false, received: now))
    if attempt == 1 {
      accepted += 1
      counts.accepted += 1
    }
    issue(.delivered, number)
    guard !command.hasHandled else {
      settle(number, .duplicate, "spoken by another channel of the store", at: now)
      return
    }
    enqueue(
      QueuedCommand(
        number: number, priority: command.priority, notBefore: now,
        expiresAt: command.expiresAt?.milliseconds, isAlert: command.isRepeated))
  }

  /// Queues a command behind those of the same or a higher priority.
  mutating func enqueue(_ task: QueuedCommand) {
    guard !profile.faults.contains(.silent) else { return }
    let place = queue.lastIndex { $0.priority.rank >= task.priority.rank }
    queue.insert(task, at: place.map { $0 + 1 } ?? 0)
  }

  private mutating func refuse(
    _ event: EventID, order: String, _ outcome: Outcome, attempt: Int32, _ reason: String,
    at now: Int64
  ) {
    let number = journal.add(
      StoredAttempt(
        event: event, order: order, command: "", attempt: attempt, act: 0,
        isReplay: false, received: now))
    settle(number, outcome, String(reason.prefix(200)), at: now)
  }

  /// Settles an attempt.
  mutating func settle(_ number: Int, _ outcome: Outcome, _ reason: String?, at now: Int64) {
    guard let known = journal[number], known.outcome == nil else { return }
    let isSettled =
      outcome.settlesID || known.isReplay && journal.history(of: known.event).settled != nil
    journal.change(number) { attempt in
      attempt.outcome = outcome
      attempt.reason = reason ?? (known.isReplay ? "replay by request" : nil)
      attempt.handled = now
      attempt.hasHandled = isSettled
    }
    counts.handled[outcome.name, default: 0] += 1
    issue(.handled, number)
  }

  /// Issues a receipt and publishes it.
  mutating func issue(_ kind: Receipt.Kind, _ number: Int) {
    journal.number(kind, of: number, connection: connections)
    counts.receipts += 1
    if kind == .delivered { counts.delivered += 1 }
    outbox.add(.receipt(number, kind, isDuplicate: false))
    if profile.faults.contains(.duplicated) {
      counts.repeated += 1
      outbox.add(.receipt(number, kind, isDuplicate: false))
    }
  }

  /// Publishes the receipts of an attempt again, for a repeated command.
  private mutating func publishAgain(_ number: Int) {
    guard let known = journal[number] else { return }
    counts.repeated += known.outcome == nil ? 1 : 2
    outbox.add(.receipt(number, .delivered, isDuplicate: true))
    if known.outcome != nil { outbox.add(.receipt(number, .handled, isDuplicate: true)) }
  }
}

extension Priority {
  /// Higher goes first.
  fileprivate var rank: Int {
    switch self {
    case .low: 0
    case .normal: 1
    case .high: 2
    }
  }
}
