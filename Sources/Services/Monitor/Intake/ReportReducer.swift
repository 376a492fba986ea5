import Wire

/// Works out what a batch of reports changes; it touches no disk.
struct ReportReducer {
  /// How far apart two reports of a box's health are that are both kept.
  static let healthPause = Duration.seconds(20)
  /// The most unreadable messages of a batch that are kept; the others are counted.
  static let mostUnreadable = 20

  private(set) var changes = FleetChanges()
  /// What else there is to tell once it is written down.
  private(set) var news = BatchEffects()

  private let attempts: [Attempt.Key: Attempt]
  private var newest: [CommandKey: Attempt]
  private let fleet: Fleet.View
  private let moment: Timestamp

  init(
    attempts: [Attempt.Key: Attempt], newest: [CommandKey: Attempt], fleet: Fleet.View,
    at moment: Timestamp
  ) {
    self.attempts = attempts
    self.newest = newest
    self.fleet = fleet
    self.moment = moment
  }

  /// Takes in a report.
  mutating func take(_ report: Report) {
    switch report {
    case .receipt(let box, let issued): take(issued, of: box)
    case .state(let box, let report, let isRetained): take(report, of: box, isRetained: isRetained)
    case .info(let box, let info): take(info, of: box)
    case .health(let box, let health): take(health, of: box)
    case .response(let box, let transaction, let response):
      news.responses.append(
        BatchEffects.Answer(box: box, transaction: transaction, response: response))
    case .command(let store, let box, let id, let order):
      let boxes = box.map { [BoxName(store: store, box: $0)] } ?? fleet.boxes(of: store)
      for box in boxes { expect(CommandKey(box: box, id: id), order: order) }
      news.published += boxes.count
    case .unreadable(let message):
      news.unreadable += 1
      if changes.unreadable.count < Self.mostUnreadable { changes.unreadable.append(message) }
    }
  }

  private mutating func change(
    _ box: BoxName, _ body: (inout BoxRecord, inout BatchEffects) -> Void
  ) {
    guard var record = changes.boxes[box] ?? admit(box) else {
      news.strangers += 1
      return
    }
    record.firstSeen = record.firstSeen ?? moment
    record.lastSeen = moment
    body(&record, &news)
    changes.boxes[box] = record
  }

  /// The record of a box; `nil` if it is unknown and there are as many boxes as there may be.
  private mutating func admit(_ box: BoxName) -> BoxRecord? {
    if let record = fleet[box] { return record }
    guard fleet.room > news.newcomers else { return nil }
    news.newcomers += 1
    return BoxRecord(box)
  }

  private mutating func take(_ issued: IssuedReceipt, of box: BoxName) {
    let moment = moment
    let receipt = issued.receipt
    let key = Attempt.Key(box: box, id: receipt.id, attempt: receipt.attempt)
    var attempt = changes.attempts[key] ?? attempts[key] ?? Attempt(key, order: receipt.order)
    var isAdmitted = false
    let mark = attempt.take(issued, at: moment)
    change(box) { record, _ in
      isAdmitted = true
      record.sequence.take(issued.seq, session: issued.session)
      guard mark == .first || mark == .late else { return }
      if receipt.kind == .delivered {
        record.lastDelivered = moment
        if attempt.handledAt == nil { record.owesSince = record.owesSince ?? moment }
      } else {
        record.lastHandled = moment
        record.lastOutcome = receipt.outcome
        record.owesSince = nil
      }
    }
    guard isAdmitted else { return }
    changes.attempts[key] = attempt
    let command = CommandKey(box: box, id: receipt.id)
    if newest[command].map({ $0.key.attempt <= key.attempt }) ?? true { newest[command] = attempt }
    changes.log.append(FleetChanges.Logged(box: box, issued: issued, mark: mark))
    news.receipts.append(BatchEffects.ReceiptNews(attempt: attempt, kind: receipt.kind, mark: mark))
  }

  private mutating func take(_ report: StateReport, of box: BoxName, isRetained: Bool) {
    let moment = moment
    var isNews = false
    change(box) { record, news in
      isNews = record.take(report, at: moment, isRetained: isRetained)
      if isNews, report.state == .online { news.returned.append(box) }
    }
    if isNews { changes.states.append((box, report.state, report.session)) }
  }

  private mutating func take(_ info: BoxInfo, of box: BoxName) {
    change(box) { record, _ in record.info = info }
    changes.described.insert(box)
  }

  private mutating func take(_ health: Health, of box: BoxName) {
    let moment = moment
    var isKept = false
    var isBack = false
    change(box) { record, news in
      isKept = record.healthAt.map { moment - $0 >= Self.healthPause } ?? true
      record.take(health, at: moment)
      // Only what is kept counts, so that one that tells every second is kept now and then.
      if isKept { record.healthAt = moment }
      // Its birth was missed: a broker may not show what another one of its cluster has retained.
      if health.session > record.session {
        record.state = .online
        record.stateSince = moment
        record.session = health.session
        isBack = true
        news.returned.append(box)
      }
    }
    changes.described.insert(box)
    if isKept { changes.healths.append((box, health)) }
    if isBack { changes.states.append((box, .online, health.session)) }
  }

  /// Notes that a command is on its way to a box.
  private mutating func expect(_ command: CommandKey, order: String) {
    let moment = moment
    var attempt: Attempt
    if let known = newest[command] {
      if known.publishedAt != nil {
        // It was published again: a box says again what it has settled, or tries once more.
        guard let outcome = known.outcome, !outcome.settlesID else { return }
        let key = Attempt.Key(box: command.box, id: command.id, attempt: known.key.attempt + 1)
        attempt = Attempt(key, order: order)
      } else {
        attempt = known
      }
    } else {
      attempt = Attempt(
        Attempt.Key(box: command.box, id: command.id, attempt: 1), order: order)
    }
    attempt.publishedAt = moment
    var isAdmitted = false
    change(command.box) { record, _ in
      isAdmitted = true
      record.lastPublished = moment
      if attempt.handledAt == nil { record.owesSince = record.owesSince ?? moment }
    }
    guard isAdmitted else { return }
    newest[command] = attempt
    changes.attempts[attempt.key] = attempt
    news.commands.append(attempt)
  }
}

/// What a batch tells besides what is written down.
struct BatchEffects {
  /// One receipt.
  struct ReceiptNews {
    let attempt: Attempt
    let kind: Receipt.Kind
    let mark: Attempt.Mark
  }

  /// One answer to a request.
  struct Answer {
    let box: BoxName
    let transaction: String
    let response: Response
  }

  var receipts: [ReceiptNews] = []
  /// Attempts whose commands were heard.
  var commands: [Attempt] = []
  var responses: [Answer] = []
  /// Boxes that have connected anew.
  var returned: [BoxName] = []
  /// How many commands to boxes were heard.
  var published = 0
  /// How many messages could not be read.
  var unreadable = 0
  /// How many messages came from boxes for which there is no room.
  var strangers = 0
  /// How many boxes were heard of for the first time.
  var newcomers = 0
}
