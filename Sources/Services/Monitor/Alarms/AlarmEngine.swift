import Interop
import Service
import Wire

/// Looks after the alarms: writes them down, and knows what is still to be told.
///
/// It calls the database, and so lives on a queue of its own.
actor AlarmEngine {
  /// Something to tell on one channel.
  struct Telling: Sendable, Equatable {
    let notice: AlarmNotice
    /// Its number in the ledger; `nil` if it could not be written down yet.
    let n: Int64?
  }

  /// How many steps, and how many notices of a channel, are kept while the ledger takes none.
  private static let mostKept = 500
  /// How many notices are remembered that have been told.
  private static let mostRemembered = 1000

  private let executor = QueueExecutor(label: "alarms")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let fleet: FleetView
  private let repository: any FleetRepository
  private let settings: AlarmSettings
  private let monitor: String
  private let channels: [String]
  private let now: @Sendable () -> Timestamp
  private let log: Log

  /// `nil` until the open alarms were read.
  private var stateMachine: AlarmStateMachine?
  private var onlineSince: Timestamp?
  /// What the ledger did not take, in order.
  private var unwritten: [AlarmStep] = []
  /// What is told at once because the ledger did not take it, by channel.
  private var urgent: [String: [AlarmNotice]] = [:]
  /// The ids of what was told last, by channel.
  private var told: [String: [String]] = [:]

  init(
    _ fleet: FleetView, _ repository: any FleetRepository, _ settings: AlarmSettings,
    monitor: String,
    channels: [String], now: @escaping @Sendable () -> Timestamp, log: Log
  ) {
    self.fleet = fleet
    self.repository = repository
    self.settings = settings
    self.monitor = monitor
    self.channels = channels
    self.now = now
    self.log = log
  }

  /// Looks at the fleet once.
  ///
  /// - Returns: Whether there may be something to tell.
  @discardableResult
  func look() -> Bool {
    let moment = now()
    do {
      if stateMachine == nil {
        stateMachine = AlarmStateMachine(open: try repository.alarms(limit: 0))
      }
    } catch {
      log(.error, "open alarms not read, the store does not answer", ["error": "\(error)"])
      return false
    }
    writeRest()
    let snapshot = RuleSnapshot(
      settings.rules, of: fleet, repository, isSettled: isSettled(at: moment), at: moment)
    let steps = stateMachine?.look(at: snapshot, settings, at: moment) ?? []
    for step in steps { take(step) }
    return !steps.isEmpty
  }

  private func isSettled(at moment: Timestamp) -> Bool {
    guard fleet.withState({ $0.brokerIsOnline }) else {
      onlineSince = nil
      return false
    }
    let since = min(onlineSince ?? moment, moment)
    onlineSince = since
    return moment - since >= settings.settling
  }

  private func take(_ step: AlarmStep) {
    let fields: KeyValuePairs = [
      "alarm": step.alarm.name, "subject": step.alarm.subject, "text": step.alarm.text,
    ]
    switch step {
    case .raise: log(.warning, "alarm raised", fields)
    case .tell: log(.notice, "alarm outlasts the quiet hours", fields)
    case .clear: log(.notice, "alarm over", fields)
    }
    guard unwritten.isEmpty, write(step) else {
      unwritten.append(step)
      if unwritten.count > Self.mostKept { unwritten.removeFirst() }
      guard step.alarm.isTold else { return }
      let event: AlarmNotice.Event = if case .clear = step { .cleared } else { .raised }
      for channel in channels {
        var waiting = urgent[channel, default: []]
        waiting.append(AlarmNotice(step.alarm, event, monitor: monitor))
        urgent[channel] = waiting.suffix(Self.mostKept)
      }
      return
    }
  }

  private func writeRest() {
    while let step = unwritten.first, write(step) { unwritten.removeFirst() }
  }

  private func write(_ step: AlarmStep) -> Bool {
    let channels = step.alarm.isTold ? channels : []
    do {
      switch step {
      case .raise(let alarm): try repository.raise(alarm, telling: channels)
      case .tell(let alarm): try repository.tell(alarm, to: channels)
      case .clear(let alarm): try repository.clear(alarm, telling: channels)
      }
      return true
    } catch {
      log(.error, "alarm not written down yet", ["error": "\(error)"])
      return false
    }
  }

  /// What is to be told next on a channel; `nil` for nothing.
  ///
  /// - Throws: Why the ledger does not answer.
  func next(on channel: String) throws -> Telling? {
    if let notice = urgent[channel]?.first { return Telling(notice: notice, n: nil) }
    while let logged = try repository.notices(on: channel, limit: 1).first {
      let notice = AlarmNotice(logged.alarm, logged.event, monitor: monitor)
      guard told[channel]?.contains(notice.id) == true else {
        return Telling(notice: notice, n: logged.n)
      }
      try repository.confirm(logged.n)
    }
    return nil
  }

  /// Takes note that something is told, or never will be.
  ///
  /// - Throws: Why the ledger does not take it; it is known all the same until a restart.
  func done(_ telling: Telling, on channel: String) throws {
    urgent[channel]?.removeAll { $0.id == telling.notice.id }
    told[channel] = (told[channel, default: []] + [telling.notice.id]).suffix(Self.mostRemembered)
    if let n = telling.n { try repository.confirm(n) }
  }
}
