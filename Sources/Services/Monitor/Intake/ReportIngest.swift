import Fleet
public import Messaging
import Service
import Wire

/// Stores what the broker delivers, and only then lets the link acknowledge it.
public struct ReportIngest: Sendable {
  private let context: MonitorContext
  private let reader: ReportReader
  private let onStored: @Sendable (BatchEffects) -> Void

  /// Creates an ingest.
  ///
  /// - Parameters:
  ///   - context: What the monitor's parts share.
  ///   - reader: Reads the messages.
  ///   - onStored: Called after each batch that was stored.
  init(
    _ context: MonitorContext, reader: ReportReader,
    onStored: @escaping @Sendable (BatchEffects) -> Void
  ) {
    self.context = context
    self.reader = reader
    self.onStored = onStored
  }

  /// Stores the reports of a batch of messages in one transaction.
  ///
  /// - Parameter messages: The messages, in their order.
  /// - Throws: Why they could not be stored: then they must not be acknowledged.
  public func store(_ messages: [Message]) throws {
    let moment = context.now()
    let reports = messages.flatMap {
      reader.read(
        topic: $0.topic, payload: $0.payload, isRetained: $0.isRetained, at: moment)
    }
    guard !reports.isEmpty else { return }
    let fleet = context.fleet
    fleet.storing(since: moment)
    let directory = fleet.directory
    let (keys, commands) = keys(of: reports, directory)
    var effects = BatchEffects()
    do {
      let changes = try context.repository.write(
        finding: keys, newestOf: commands, at: moment
      ) { attempts, newest in
        var reducer = ReportReducer(
          attempts: attempts, newest: newest, boxes: directory, at: moment)
        for report in reports { reducer.apply(report) }
        effects = reducer.effects
        return reducer.changes
      }
      fleet.apply(changes, effects, at: moment, committed: context.now())
    } catch {
      fleet.databaseFailed("\(error)", at: moment)
      context.log(.error, "reports not stored, the broker keeps them", ["error": "\(error)"])
      throw error
    }
    onStored(effects)
  }

  /// The attempts and commands that reports are about.
  private func keys(
    of reports: [Report], _ directory: FleetView.BoxDirectory
  ) -> (attempts: Set<Attempt.Key>, commands: Set<CommandKey>) {
    var attempts: Set<Attempt.Key> = []
    var commands: Set<CommandKey> = []
    for report in reports {
      switch report {
      case .receipt(let box, let issued):
        attempts.insert(
          Attempt.Key(box: box, event: issued.receipt.event, attempt: issued.receipt.attempt))
      case .command(let store, let box, let event, _):
        for box in directory.boxes(store: store, box: box) {
          commands.insert(CommandKey(box: box, event: event))
        }
      default: break
      }
    }
    return (attempts, commands)
  }
}
