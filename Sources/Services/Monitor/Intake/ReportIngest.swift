import Service
import Wire

/// Takes what the broker brings, writes it down, and only then lets it be acknowledged.
public struct ReportIngest: Sendable {
  private let reader: ReportReader
  private let repository: any FleetRepository
  private let fleet: Fleet
  private let clock: @Sendable () -> Timestamp
  private let log: Log
  private let told: @Sendable (BatchEffects) -> Void

  init(
    reader: ReportReader, repository: any FleetRepository, fleet: Fleet,
    clock: @escaping @Sendable () -> Timestamp, log: Log,
    told: @escaping @Sendable (BatchEffects) -> Void = { _ in }
  ) {
    self.reader = reader
    self.repository = repository
    self.fleet = fleet
    self.clock = clock
    self.log = log
    self.told = told
  }

  /// Stores what messages tell, all in one transaction.
  ///
  /// - Parameter messages: The messages, in their order.
  /// - Throws: Why they are not stored: then they must not be acknowledged.
  public func take(_ messages: [Heard]) throws {
    let reports = messages.compactMap {
      reader.read(topic: $0.topic, payload: $0.payload, isRetained: $0.isRetained)
    }
    guard !reports.isEmpty else { return }
    let moment = clock()
    fleet.storing(since: moment)
    var keys: Set<Attempt.Key> = []
    var commands: Set<CommandKey> = []
    let view = fleet.view
    for report in reports {
      switch report {
      case .receipt(let box, let issued):
        keys.insert(
          Attempt.Key(box: box, id: issued.receipt.id, attempt: issued.receipt.attempt))
      case .command(let store, let box, let id, _):
        let boxes = box.map { [BoxName(store: store, box: $0)] } ?? view.boxes(of: store)
        for box in boxes { commands.insert(CommandKey(box: box, id: id)) }
      default: break
      }
    }
    var news = BatchEffects()
    do {
      let changes = try repository.write(finding: keys, newestOf: commands, at: moment) {
        attempts, newest in
        var reducer = ReportReducer(attempts: attempts, newest: newest, fleet: view, at: moment)
        for report in reports { reducer.take(report) }
        news = reducer.news
        return reducer.changes
      }
      fleet.apply(changes, news, at: moment, committed: clock())
    } catch {
      fleet.storeFailed("\(error)", at: moment)
      log(.error, "reports not stored, the broker keeps them", ["error": "\(error)"])
      throw error
    }
    told(news)
  }
}
