import Interop
import Service
import Voice
import Wire

/// Performs what the queue wants done: each change is on the disk before anything of it is heard.
struct AnnouncementProcessor: Sendable {
  /// What takes time, and is done concurrently.
  enum Job: Sendable {
    /// Check whether the device is ready, after a pause.
    case prepare(after: Duration)
    case play(Announcement, rings: Bool, CutSignal)
  }

  /// An announcement that is playing.
  private struct Playback {
    let item: QueuedCommand
    let announcement: Announcement
    let rings: Bool
    let cutSignal = CutSignal()
  }

  /// What comes of events, until it is on the disk.
  private struct Batch {
    var changes: [JournalChange] = []
    /// What became of self-tests, which the journal does not hold.
    var selfTests: [(QueuedCommand.ID, Resolution)] = []
    var playback: Playback?
    var jobs: [Job] = []
  }

  private(set) var queue: AnnouncementQueue
  private let context: BoxContext
  private let scriptBuilder: ScriptBuilder
  private var backoff: Backoff
  private var playback: Playback?
  private var spokenTexts: SpokenTexts
  private var deviceWasMissing = false

  /// Makes a processor for an empty queue.
  ///
  /// - Parameters:
  ///   - context: What the box's parts share.
  ///   - policy: The shop's settings.
  ///   - scriptBuilder: Turns commands into scripts.
  ///   - backoff: How long to wait before a missing device is checked again.
  init(
    _ context: BoxContext, policy: QueuePolicy, scriptBuilder: ScriptBuilder, backoff: Backoff
  ) {
    self.context = context
    self.scriptBuilder = scriptBuilder
    spokenTexts = SpokenTexts(scriptBuilder: scriptBuilder)
    self.backoff = backoff
    queue = AnnouncementQueue(policy: policy, canSay: scriptBuilder.canSay)
  }

  /// Reads the commands that wait in the journal.
  ///
  /// - Returns: The jobs to start.
  /// - Throws: `DatabaseError`.
  mutating func open() throws -> [Job] {
    queue.mutedUntil = context.status.settings.mutedUntil
    let waiting = try context.journal.queuedCommands(at: context.clock.moment, for: .speaker)
    return try process(waiting.map { .arrived($0) })
  }

  /// Passes events to the queue and performs what it wants done.
  ///
  /// - Parameter events: What has happened, in order.
  /// - Returns: The jobs to start.
  /// - Throws: `DatabaseError`; then nothing of it is on the disk.
  mutating func handle(_ events: [EventQueue.Event]) throws -> [Job] {
    try process(try queueEvents(events) + [.time])
  }

  /// Passes the last events to the queue, and releases the command that is still being announced.
  ///
  /// - Parameter events: What has happened, in order.
  /// - Throws: `DatabaseError`.
  mutating func close(with events: [EventQueue.Event]) throws {
    var batch = Batch()
    for event in try queueEvents(events) {
      let moment = context.clock.moment
      let played = commandPlayed(event)
      for action in queue.react(to: event, at: moment) {
        _ = try perform(action, in: &batch, played: played, at: moment)
      }
    }
    if let current = queue.current, let number = current.item.id.number {
      batch.changes.append(release(current, number))
    }
    _ = try commit(&batch)
  }

  /// What is stored about the command that is still being announced: it waits again, unless it was to
  /// be cut for good.
  private mutating func release(
    _ current: AnnouncementQueue.Current, _ number: Int64
  ) -> JournalChange {
    guard case .settled(let reason) = current.ending else {
      return .release(number, failed: false)
    }
    let resolution = Resolution.stopped(midRoundOf: current.item, reason)
    return .settle(number, complete(resolution, of: current.item, at: nil))
  }

  /// The events as the queue needs them; accepted commands are read from the journal.
  private func queueEvents(_ events: [EventQueue.Event]) throws -> [QueueEvent] {
    try events.flatMap { event -> [QueueEvent] in
      switch event {
      case .queue(let event): [event]
      case .accepted(let number, let since):
        try context.journal.acceptedCommands(upTo: number, for: .speaker)
          .compactMap { $0.isWaiting ? $0.queued(since: since) : nil }
          .map { .arrived($0) }
      }
    }
  }

  private mutating func process(_ events: [QueueEvent]) throws -> [Job] {
    var pending = events[...]
    var batch = Batch()
    repeat {
      while let event = pending.popFirst() {
        note(event)
        let moment = context.clock.moment
        let played = commandPlayed(event)
        for action in queue.handle(event, at: moment) {
          guard let result = try perform(action, in: &batch, played: played, at: moment)
          else { continue }
          pending = [result] + pending
        }
      }
      pending += try commit(&batch)
    } while !pending.isEmpty
    context.status.update(queue)
    return batch.jobs
  }

  /// The command that was played to its end, if that is the event.
  private func commandPlayed(_ event: QueueEvent) -> QueuedCommand.ID? {
    if case .played = event { playback?.item.id } else { nil }
  }

  private mutating func note(_ event: QueueEvent) {
    switch event {
    case .deviceMissing(let reason):
      if !deviceWasMissing {
        context.log(.warning, "sound device unavailable, orders wait", ["error": reason])
      }
      deviceWasMissing = true
    case .deviceReady:
      if deviceWasMissing { context.log(.notice, "sound device available") }
      deviceWasMissing = false
    case .played(let omitted):
      backoff.reset()
      if let id = playback?.item.id { spokenTexts.remove(omitted, from: id) }
    case .cut: backoff.reset()
    default: break
    }
  }

  /// Performs one action, or adds it to the batch.
  ///
  /// - Returns: The event that the queue must process next, if any.
  private mutating func perform(
    _ action: QueueAction, in batch: inout Batch, played: QueuedCommand.ID?, at moment: Moment
  ) throws -> QueueEvent? {
    switch action {
    case .prepare(let afterWhile):
      batch.jobs.append(.prepare(after: afterWhile ? backoff.next() : .zero))
    case .speak(let item, let form, let promptly):
      return speak(item, form, promptly: promptly, in: &batch)
    case .cut(let cut):
      // An announcement that starts in this batch is not `playback` yet.
      (batch.playback ?? playback)?.cutSignal.request(cut)
    case .settle(let item, let resolution):
      guard let number = item.id.number else {
        spokenTexts.forget(item.id)
        batch.selfTests.append((item.id, resolution))
        break
      }
      let finishedAt = item.id == played ? moment.wall : nil
      batch.changes.append(.settle(number, complete(resolution, of: item, at: finishedAt)))
    case .release(let id, let failed):
      if let number = id.number { batch.changes.append(.release(number, failed: failed)) }
    case .finishRound(let id, let rounds):
      guard let number = id.number else { break }
      batch.changes.append(.finishRound(number, rounds: rounds, at: moment.wall))
    case .summarize(let members, let command):
      switch try context.journal.summarize(members, as: command, at: moment) {
      case .summary(let summary): return .summarized(summary)
      case .incomplete(let waiting): return .notSummarized(waiting)
      }
    case .acknowledge(let order):
      let by = "the button of \(context.journal.box)"
      context.log(.notice, "order acknowledged", ["order": order, "by": by])
      let reference = OrderReference(name: order)
      _ = try context.journal.acknowledge(reference, by: by)
      context.transientOutbox.add(.acknowledgement(of: order, context.topics))
      return .acknowledged(reference, by: by)
    }
    return nil
  }

  private mutating func speak(
    _ item: QueuedCommand, _ form: Form, promptly: Bool, in batch: inout Batch
  ) -> QueueEvent? {
    do {
      let script = try scriptBuilder.script(for: item.command, form)
      if form.announces { spokenTexts.add(script, for: item.id) }
      if let number = item.id.number { batch.changes.append(.start(number)) }
      batch.playback = Playback(
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
    guard let text = spokenTexts.take(item) else { return resolution }
    resolution.spoken = text.spoken
    if resolution.reason == nil, !text.omitted.isEmpty {
      resolution.reason = "left out, \(text.omitted.joined(separator: ", "))"
    }
    return resolution
  }

  /// Stores the changes of a batch, and then reports them and starts its announcement.
  ///
  /// - Returns: The events that the queue must process next.
  private mutating func commit(_ batch: inout Batch) throws -> [QueueEvent] {
    let changes = batch.changes
    batch.changes = []
    let written = changes.isEmpty ? JournalChanges() : try context.journal.write(changes)
    for receipt in written.handled { report(receipt) }
    if !written.handled.isEmpty { context.wakeLink() }
    for (id, resolution) in batch.selfTests { context.selfTests.finish(id, resolution) }
    batch.selfTests = []
    guard let next = batch.playback else { return [] }
    batch.playback = nil
    if next.item.id.number != nil, !written.hasStarted { return [.withdrawn(next.item.id)] }
    playback = next
    batch.jobs.append(.play(next.announcement, rings: next.rings, next.cutSignal))
    return []
  }

  /// Logs what became of a command, once that is on the disk.
  private func report(_ receipt: Receipt) {
    guard let outcome = receipt.outcome else { return }
    context.observe(.outcomeCommitted)
    if outcome == .played { context.status.played(at: context.clock.now()) }
    context.log(
      outcome.name == Outcome.failedAudio.name ? .warning : .notice, "order handled",
      [
        "id": receipt.id, "attempt": String(receipt.attempt), "outcome": outcome.name,
        "reason": receipt.reason ?? "",
      ])
  }
}
