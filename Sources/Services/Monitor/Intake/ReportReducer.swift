import Fleet
import Wire

/// Computes what a batch of reports changes, without any I/O.
struct ReportReducer {
  /// The shortest time between two health reports of a box that are both kept.
  static let healthInterval = Duration.seconds(20)
  /// The most unreadable messages of a batch that are kept; the others are only counted.
  static let mostUnreadable = 20

  /// What to store.
  private(set) var changes = FleetChanges()
  /// What to do and to count once that is stored.
  private(set) var effects = BatchEffects()

  private let attempts: [Attempt.Key: Attempt]
  private var newest: [CommandKey: Attempt]
  private let boxes: FleetView.BoxDirectory
  private let moment: Timestamp

  /// Creates a reducer for one batch.
  ///
  /// - Parameters:
  ///   - attempts: The stored attempts that the batch's receipts are about.
  ///   - newest: The newest stored attempts of the batch's commands.
  ///   - boxes: The boxes as they are before the batch.
  ///   - moment: When the batch arrived.
  init(
    attempts: [Attempt.Key: Attempt], newest: [CommandKey: Attempt],
    boxes: FleetView.BoxDirectory, at moment: Timestamp
  ) {
    self.attempts = attempts
    self.newest = newest
    self.boxes = boxes
    self.moment = moment
  }

  /// Applies a report.
  mutating func apply(_ report: Report) {
    switch report {
    case .receipt(let box, let issued): apply(issued, of: box)
    case .state(let box, let report, let isRetained):
      apply(report, of: box, isRetained: isRetained)
    case .info(let box, let info): apply(info, of: box)
    case .health(let box, let health): apply(health, of: box)
    case .response(let response): effects.responses.append(response)
    case .command(let store, let box, let event, let order):
      let boxes = boxes.boxes(store: store, box: box)
      for box in boxes { expect(CommandKey(box: box, event: event), order: order) }
      effects.published += boxes.count
    case .unreadable(let message):
      effects.unreadable += 1
      if changes.unreadable.count < Self.mostUnreadable { changes.unreadable.append(message) }
    }
  }

  /// Changes the record of a box, unless the fleet has no room for it.
  ///
  /// - Returns: What `body` returns; `nil` if the box is unknown and the fleet is full.
  private mutating func change<Result>(
    _ box: BoxName, _ body: (inout BoxRecord) -> Result
  ) -> Result? {
    guard var record = changes.boxes[box] ?? admit(box) else {
      effects.rejected += 1
      return nil
    }
    record.firstSeen = record.firstSeen ?? moment
    record.lastSeen = moment
    let result = body(&record)
    changes.boxes[box] = record
    return result
  }

  /// The record of a box; `nil` if the box is unknown and the fleet is full.
  private mutating func admit(_ box: BoxName) -> BoxRecord? {
    if let record = boxes[box] { return record }
    guard boxes.room > effects.newBoxes else { return nil }
    effects.newBoxes += 1
    return BoxRecord(box)
  }

  private mutating func apply(_ issued: IssuedReceipt, of box: BoxName) {
    let moment = moment
    let receipt = issued.receipt
    guard receipt.kind.isKnown else {
      // It counts, and says nothing about the attempt that this version understands.
      let admitted: Void? = change(box) {
        $0.sequence.record(issued.seq, connectionNumber: issued.connectionNumber)
      }
      guard admitted != nil else { return }
      changes.log.append(FleetChanges.Logged(box: box, issued: issued, mark: .first))
      return
    }
    let key = Attempt.Key(box: box, event: receipt.event, attempt: receipt.attempt)
    var attempt = changes.attempts[key] ?? attempts[key] ?? Attempt(key, order: receipt.order)
    let mark = attempt.take(issued, at: moment)
    let admitted: Void? = change(box) { record in
      record.sequence.record(issued.seq, connectionNumber: issued.connectionNumber)
      guard mark == .first || mark == .late else { return }
      if receipt.kind == .delivered {
        record.lastDelivered = moment
        if attempt.handledAt == nil { record.unansweredSince = record.unansweredSince ?? moment }
      } else {
        record.lastHandled = moment
        record.lastOutcome = receipt.outcome
        record.unansweredSince = nil
      }
    }
    guard admitted != nil else { return }
    changes.attempts[key] = attempt
    let command = CommandKey(box: box, event: receipt.event)
    if newest[command].map({ $0.key.attempt <= key.attempt }) ?? true { newest[command] = attempt }
    changes.log.append(FleetChanges.Logged(box: box, issued: issued, mark: mark))
    effects.receipts.append(
      BatchEffects.StoredReport(attempt: attempt, kind: receipt.kind, mark: mark))
  }

  private mutating func apply(_ report: StateReport, of box: BoxName, isRetained: Bool) {
    let moment = moment
    let isChange = change(box) { $0.take(report, at: moment, isRetained: isRetained) }
    guard isChange == true else { return }
    if report.state == .online { effects.connected.append(box) }
    changes.states.append((box, report.state, report.connectionNumber))
  }

  private mutating func apply(_ info: BoxInfo, of box: BoxName) {
    _ = change(box) { record in record.info = info }
    changes.described.insert(box)
  }

  private mutating func apply(_ health: Health, of box: BoxName) {
    let moment = moment
    let result = change(box) { record in
      let isKept = record.healthAt.map { moment - $0 >= Self.healthInterval } ?? true
      let ignored = health.newlyIgnored(since: record.health)
      record.take(health, at: moment)
      // Only kept reports count here, so that a box that reports every second is kept now and then.
      if isKept { record.healthAt = moment }
      // Its birth message was missed: a broker of a cluster may not deliver what another one retains.
      let isConnection = health.connectionNumber > record.connectionNumber
      if isConnection {
        record.state = .online
        record.stateSince = moment
        record.connectionNumber = health.connectionNumber
      }
      return (isKept: isKept, isConnection: isConnection, ignored: ignored)
    }
    changes.described.insert(box)
    guard let result else { return }
    effects.ignored += result.ignored
    if result.isKept { changes.healths.append((box, health)) }
    if result.isConnection {
      effects.connected.append(box)
      changes.states.append((box, .online, health.connectionNumber))
    }
  }

  /// Records that a command is on its way to a box.
  private mutating func expect(_ command: CommandKey, order: String) {
    let moment = moment
    var attempt: Attempt
    if let known = newest[command] {
      if known.publishedAt != nil {
        // It was published again: a box repeats the receipt of a settled id, or makes another attempt.
        guard let outcome = known.outcome, !outcome.settlesID else { return }
        let key = Attempt.Key(
          box: command.box, event: command.event, attempt: known.key.attempt + 1)
        attempt = Attempt(key, order: order)
      } else {
        attempt = known
      }
    } else {
      attempt = Attempt(
        Attempt.Key(box: command.box, event: command.event, attempt: 1), order: order)
    }
    attempt.publishedAt = moment
    let admitted: Void? = change(command.box) { record in
      record.lastPublished = moment
      if attempt.handledAt == nil { record.unansweredSince = record.unansweredSince ?? moment }
    }
    guard admitted != nil else { return }
    newest[command] = attempt
    changes.attempts[attempt.key] = attempt
    effects.commands.append(attempt)
  }
}

/// What follows from a stored batch, apart from its changes of the database.
struct BatchEffects {
  /// One receipt that was stored.
  struct StoredReport {
    let attempt: Attempt
    let kind: Receipt.Kind
    let mark: Attempt.Mark
  }

  var receipts: [StoredReport] = []
  /// Attempts whose commands were seen.
  var commands: [Attempt] = []
  var responses: [BoxResponse] = []
  /// Boxes that have just connected.
  var connected: [BoxName] = []
  /// How many commands to boxes were seen.
  var published = 0
  /// How many order messages boxes have ignored, as no rule announces them.
  var ignored = 0
  /// How many messages could not be read.
  var unreadable = 0
  /// How many messages of unknown boxes were rejected because the fleet is full.
  var rejected = 0
  /// How many boxes are new.
  var newBoxes = 0
}
