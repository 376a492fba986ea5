import Fleet
import Interop
import Service
import Wire

/// Evaluates the rules, stores the alarms, and knows which notices are pending.
///
/// It blocks in the database, and therefore runs on a queue of its own.
actor AlarmEngine {
  /// A notice that is to be sent on one channel.
  struct PendingNotice: Sendable, Equatable, CustomStringConvertible {
    let notice: AlarmNotice
    /// Its number in the database; `nil` if it could not be stored yet.
    let n: Int64?

    var description: String { "\(notice.rule) \(notice.event.rawValue): \(notice.subject)" }
  }

  /// How many actions, and how many notices of a channel, are kept while the database fails.
  private static let mostKept = 500
  /// How many notices of a channel are remembered after they were sent.
  private static let mostRemembered = 1000

  private let executor = QueueExecutor(label: "alarms")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let context: MonitorContext
  private let channels: [String]

  /// `nil` until the open alarms were read.
  private var stateMachine: AlarmStateMachine?
  private var onlineSince: Timestamp?
  /// What could not be stored, in order.
  private var unstored: [AlarmAction] = []
  /// Notices that could not be stored and are sent from memory, by channel.
  private var unstoredNotices: [String: [AlarmNotice]] = [:]
  /// The ids of the latest notices that were sent, by channel.
  private var sent: [String: [String]] = [:]

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - context: What the monitor's parts share.
  ///   - channels: The names of the channels on which notices are sent.
  init(_ context: MonitorContext, channels: [String]) {
    self.context = context
    self.channels = channels
  }

  /// Evaluates the rules once.
  ///
  /// - Returns: Whether there may be new notices.
  @discardableResult
  func evaluate() -> Bool {
    let moment = context.now()
    do {
      if stateMachine == nil {
        stateMachine = AlarmStateMachine(open: try context.repository.alarms(limit: 0))
      }
    } catch {
      context.log(.error, "alarms not read, database unavailable", ["error": "\(error)"])
      return false
    }
    storeRest()
    let snapshot = RuleSnapshot(context, isSettled: isSettled(at: moment), at: moment)
    let actions = stateMachine?.advance(snapshot, context.settings.alarms, at: moment) ?? []
    for action in actions { perform(action) }
    return !actions.isEmpty
  }

  private func isSettled(at moment: Timestamp) -> Bool {
    guard context.fleet.withState({ $0.brokerIsOnline }) else {
      onlineSince = nil
      return false
    }
    let since = min(onlineSince ?? moment, moment)
    onlineSince = since
    return moment - since >= context.settings.alarms.settling
  }

  private func perform(_ action: AlarmAction) {
    let alarm = action.alarm
    let fields: KeyValuePairs = [
      "alarm": alarm.name, "subject": alarm.subject, "text": alarm.text,
    ]
    switch action {
    case .raise: context.log(.warning, "alarm raised", fields)
    case .notify: context.log(.notice, "alarm persists after the quiet hours", fields)
    case .clear: context.log(.notice, "alarm cleared", fields)
    }
    if unstored.isEmpty, store(action) { return }
    unstored.append(action)
    if unstored.count > Self.mostKept { unstored.removeFirst() }
    guard alarm.isNotified else { return }
    let event: AlarmNotice.Event = if case .clear = action { .cleared } else { .raised }
    let notice = AlarmNotice(alarm, event, monitor: context.settings.name)
    for channel in channels {
      let notices = unstoredNotices[channel, default: []] + [notice]
      unstoredNotices[channel] = notices.suffix(Self.mostKept)
    }
  }

  private func storeRest() {
    while let action = unstored.first, store(action) { unstored.removeFirst() }
  }

  private func store(_ action: AlarmAction) -> Bool {
    let channels = action.alarm.isNotified ? channels : []
    do {
      switch action {
      case .raise(let alarm): try context.repository.raise(alarm, notifying: channels)
      case .notify(let alarm): try context.repository.notify(of: alarm, on: channels)
      case .clear(let alarm): try context.repository.clear(alarm, notifying: channels)
      }
      return true
    } catch {
      context.log(.error, "alarm not stored, database unavailable", ["error": "\(error)"])
      return false
    }
  }

  /// The notice that is to be sent next on a channel; `nil` for none.
  ///
  /// - Throws: Why the database could not be read.
  func next(on channel: String) throws -> PendingNotice? {
    if let notice = unstoredNotices[channel]?.first { return PendingNotice(notice: notice, n: nil) }
    while let logged = try context.repository.notices(on: channel, limit: 1).first {
      let notice = AlarmNotice(logged.alarm, logged.event, monitor: context.settings.name)
      guard sent[channel]?.contains(notice.id) == true else {
        return PendingNotice(notice: notice, n: logged.n)
      }
      try context.repository.confirm(logged.n)
    }
    return nil
  }

  /// Removes a notice that was sent, or never will be.
  ///
  /// - Throws: Why the database could not be changed; the notice is not sent again before a restart.
  func remove(_ pending: PendingNotice, on channel: String) throws {
    unstoredNotices[channel]?.removeAll { $0.id == pending.notice.id }
    sent[channel] = (sent[channel, default: []] + [pending.notice.id]).suffix(Self.mostRemembered)
    if let n = pending.n { try context.repository.confirm(n) }
  }
}
