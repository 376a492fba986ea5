import Interop
import Service
import Voice
import Wire

extension AnnouncementProcessor {
  /// What comes of a few events, until it is on the disk.
  private struct Batch {
    var changes: [JournalChange] = []
    /// Outcomes of what the journal does not hold.
    var selfTests: [(Int64, Resolution)] = []
    var speech: Speech?
    var jobs: [Job] = []
  }

  /// Reads what waits in the journal.
  ///
  /// - Returns: What is to be done beside.
  /// - Throws: `DatabaseError`.
  mutating func open() throws -> [Job] {
    queue.mutedUntil = status.settings.mutedUntil
    let waiting = try journal.queuedCommands(at: clock.moment)
    lastRead = waiting.last?.n ?? 0
    return try work(on: waiting.map { .arrived($0) })
  }

  /// Tells the queue what has happened, and does what it wants done, all of it on the disk before
  /// anything is heard.
  ///
  /// - Parameter events: What has happened, in order.
  /// - Returns: What is to be done beside.
  /// - Throws: `DatabaseError`; then nothing of it is on the disk.
  mutating func deal(with events: [QueueEvent]) throws -> [Job] {
    try work(on: events.filter(isNews) + [.time])
  }

  /// Tells the queue what has happened last, and puts what is still being spoken back into it.
  ///
  /// - Parameter events: What has happened, in order.
  /// - Throws: `DatabaseError`.
  mutating func close(with events: [QueueEvent]) throws {
    var batch = Batch()
    for event in events.filter(isNews) {
      let moment = clock.moment
      let spoken = justSpoken(event)
      for action in queue.react(to: event, at: moment) {
        _ = try perform(action, in: &batch, justSpoken: spoken, at: moment)
      }
    }
    if let current = queue.current, current.item.n > 0 {
      batch.changes.append(leave(current))
    }
    _ = try commit(&batch)
  }

  /// What is written down of what is still being spoken: that it waits again, unless it was to end.
  private mutating func leave(_ current: AnnouncementQueue.Current) -> JournalChange {
    guard case .settled(let reason) = current.ending else {
      return .release(current.item.n, failed: false)
    }
    let resolution = complete(.stopped(in: current.item, reason), of: current.item, at: nil)
    return .settle(current.item.n, resolution)
  }

  private mutating func work(on events: [QueueEvent]) throws -> [Job] {
    var pending = events[...]
    var batch = Batch()
    repeat {
      while let event = pending.popFirst() {
        note(event)
        let moment = clock.moment
        let spoken = justSpoken(event)
        for action in queue.handle(event, at: moment) {
          guard let answer = try perform(action, in: &batch, justSpoken: spoken, at: moment)
          else { continue }
          pending = [answer] + pending
        }
      }
      pending += try commit(&batch)
    } while !pending.isEmpty
    status.update(queue)
    return batch.jobs
  }

  /// What an event says was spoken to its end.
  private func justSpoken(_ event: QueueEvent) -> Int64? {
    if case .spoken = event { speech?.item.n } else { nil }
  }

  /// What was in the journal when it was read is not told once more.
  private func isNews(_ event: QueueEvent) -> Bool {
    if case .arrived(let item) = event { item.n < 0 || item.n > lastRead } else { true }
  }

  private mutating func note(_ event: QueueEvent) {
    switch event {
    case .deviceMissing(let reason):
      if !deviceWasMissing {
        log(.warning, "sound device not ready, orders wait", ["error": reason])
      }
      deviceWasMissing = true
    case .deviceReady:
      if deviceWasMissing { log(.notice, "sound device ready") }
      deviceWasMissing = false
    case .spoken(let leftOut):
      backoff.reset()
      if let n = speech?.item.n, !leftOut.isEmpty { said[n]?.leave(leftOut) }
    case .cut: backoff.reset()
    default: break
    }
  }

  /// Does one thing that the queue wants done, or puts it into the batch.
  ///
  /// - Returns: What the queue is to be told at once.
  private mutating func perform(
    _ action: QueueAction, in batch: inout Batch, justSpoken: Int64?, at moment: Moment
  ) throws -> QueueEvent? {
    switch action {
    case .prepare(let afterWhile):
      batch.jobs.append(.prepare(after: afterWhile ? backoff.next() : .zero))
    case .speak(let item, let form, let promptly):
      return speak(item, form, promptly: promptly, in: &batch)
    case .cut(let cut):
      // What starts in this batch is not `speech` yet.
      (batch.speech ?? speech)?.interruption.request(cut)
    case .settle(let item, let resolution) where item.n < 0:
      said[item.n] = nil
      batch.selfTests.append((item.n, resolution))
    case .settle(let item, let resolution):
      let finishedAt = item.n == justSpoken ? moment.wall : nil
      batch.changes.append(
        .settle(item.n, complete(resolution, of: item, at: finishedAt)))
    case .release(let n, let failed):
      if n > 0 { batch.changes.append(.release(n, failed: failed)) }
    case .finishRound(let n, let rounds):
      batch.changes.append(.finishRound(n, rounds: rounds, at: moment.wall))
    case .join(let members, let command):
      switch try journal.summarize(members, as: command, at: moment) {
      case .summary(let summary): return .joined(summary)
      case .incomplete(let waiting): return .notJoined(waiting)
      }
    case .acknowledge(let order):
      let by = "the button of \(journal.box)"
      log(.notice, "order acknowledged", ["order": order, "by": by])
      _ = try journal.acknowledge(order, by: by)
      acknowledge(order)
      return .acknowledged(order: order, by: by)
    }
    return nil
  }

  private mutating func speak(
    _ item: QueuedCommand, _ form: Form, promptly: Bool, in batch: inout Batch
  ) -> QueueEvent? {
    do {
      let script = try scriptBuilder.script(for: item.command, form)
      if form.announces { said[item.n] = SpokenText(script) }
      if item.n > 0 { batch.changes.append(.start(item.n)) }
      batch.speech = Speech(
        item: item,
        announcement: Announcement(script: script, volume: item.volume, promptly: promptly),
        rings: form.rings)
      return nil
    } catch {
      return .unspeakable(reason: "\(error)")
    }
  }

  /// A resolution with what was said, and when its last sample had left the device.
  private mutating func complete(
    _ resolution: Resolution, of item: QueuedCommand, at moment: Timestamp?
  ) -> Resolution {
    var resolution = resolution
    resolution.finishedAt = moment
    guard let said = said.removeValue(forKey: item.n) ?? saidBefore(item), item.rounds > 0 else {
      return resolution
    }
    resolution.spoken = said.spoken
    if resolution.reason == nil, !said.leftOut.isEmpty {
      resolution.reason = "left out, \(said.leftOut.joined(separator: ", "))"
    }
    return resolution
  }

  /// What was said of an alert before the box was started anew.
  private func saidBefore(_ item: QueuedCommand) -> SpokenText? {
    guard item.rounds > 0 else { return nil }
    let form = Form(rings: item.isRepeated)
    return (try? scriptBuilder.script(for: item.command, form)).map { SpokenText($0) }
  }

  /// Writes the batch down, and tells of it.
  ///
  /// - Returns: What the queue is to be told besides.
  private mutating func commit(_ batch: inout Batch) throws -> [QueueEvent] {
    let changes = batch.changes
    batch.changes = []
    let written = changes.isEmpty ? JournalChanges() : try journal.write(changes)
    for receipt in written.handled { report(receipt) }
    if !written.handled.isEmpty { outboxChanged() }
    for (n, resolution) in batch.selfTests { selfTests.settle(n, resolution) }
    batch.selfTests = []
    guard let next = batch.speech else { return [] }
    batch.speech = nil
    if next.item.n > 0, !written.hasStarted { return [.withdrawn(next.item.n)] }
    speech = next
    batch.jobs.append(.speak(next.announcement, rings: next.rings, next.interruption))
    return []
  }

  /// Logs what became of a command, once that is on the disk.
  private func report(_ receipt: Receipt) {
    guard let outcome = receipt.outcome else { return }
    observe(.outcomeCommitted)
    if outcome == .played { status.played(at: clock.now()) }
    let isFailure = outcome.name == Outcome.failedAudio.name
    log(
      isFailure ? .warning : .notice, "order handled",
      [
        "id": receipt.id, "attempt": String(receipt.attempt), "outcome": outcome.name,
        "reason": receipt.reason ?? "",
      ])
  }
}
