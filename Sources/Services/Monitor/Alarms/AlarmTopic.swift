public import Fleet
import Synchronization
import Wire

/// Tells of alarms by MQTT.
///
/// The topic has the rule's name in it. Nothing is retained: a cluster may show one node's retained
/// messages to nobody else, and an alarm that is over would have to be taken back. Who subscribes later
/// asks the page for what is open. A broker that keeps a session keeps its notices for a day.
public final class AlarmTopic: AlarmChannel {
  /// How long a notice is worth keeping for those who are away.
  private static let worth = Duration.seconds(86_400)

  private struct State {
    var waiting: [Parcel] = []
    var pending: [Int64: CheckedContinuation<DeliveryResult, Never>] = [:]
    var lastToken: Int64 = 0
  }

  public let name: String
  private let template: String
  private let patience: Duration
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())

  /// Makes one.
  ///
  /// - Parameters:
  ///   - template: The topic, in which `{name}` stands for the rule's name.
  ///   - name: The channel's name.
  ///   - patience: How long the broker may take to acknowledge a notice.
  ///   - wake: Called when there is a notice to publish.
  public init(
    _ template: String = AlarmSettings.topic, name: String = "mqtt",
    patience: Duration = .seconds(30), wake: @escaping @Sendable () -> Void
  ) {
    self.template = template
    self.name = name
    self.patience = patience
    self.wake = wake
  }

  public func send(_ notice: AlarmNotice) async -> DeliveryResult {
    let token = state.withLock { state in
      // Below zero, where no request of the courier has its marks.
      state.lastToken -= 1
      return state.lastToken
    }
    let topic = template.split(separator: "{name}", omittingEmptySubsequences: false)
      .joined(separator: notice.rule)
    let parcel = Parcel(
      token: token, topic: topic, payload: Array(notice.json.encoded.utf8), expiry: Self.worth)
    let timer = Task {
      try await Task.sleep(for: patience)
      settle(token, .failed("the broker did not acknowledge it"))
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.pending[token] = continuation
          state.waiting.append(parcel)
        }
        if Task.isCancelled { settle(token, .failed("cancelled")) }
        wake()
      }
    } onCancel: {
      settle(token, .failed("cancelled"))
    }
  }

  /// Gives out what is to be published, with quality of service 1 and not retained.
  ///
  /// - Parameter count: The most notices to give out.
  /// - Returns: The notices, their marks below zero; they are not given out again.
  public func next(atMost count: Int) -> [Parcel] {
    state.withLock { state in
      var parcels: [Parcel] = []
      while parcels.count < count, !state.waiting.isEmpty {
        let parcel = state.waiting.removeFirst()
        // Nobody waits for it any more.
        if state.pending[parcel.token] != nil { parcels.append(parcel) }
      }
      return parcels
    }
  }

  /// Tells that the broker has acknowledged a notice, whether or not anybody is there to get it.
  ///
  /// - Parameters:
  ///   - token: The notice's mark.
  ///   - error: Why the broker has not taken it, if so.
  public func sent(_ token: Int64, error: String? = nil) {
    settle(token, error.map { .failed($0) } ?? .delivered)
  }

  private func settle(_ token: Int64, _ result: DeliveryResult) {
    let continuation = state.withLock { $0.pending.removeValue(forKey: token) }
    continuation?.resume(returning: result)
  }
}
