public import Wire

/// What is known of one attempt at one command on one box.
///
/// The box's receipts are the only source; the monitor adds when it received them, by its own clock.
public struct Attempt: Sendable, Equatable {
  /// What identifies an attempt.
  public struct Key: Sendable, Hashable {
    /// The box.
    public let box: BoxName
    /// The command's id, and its source.
    public let event: EventID
    /// The attempt's number, from 1.
    public let attempt: Int

    /// The command's id.
    public var id: String { event.id }

    /// Names an attempt.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - event: The command's id, and its source.
    ///   - attempt: The attempt's number.
    public init(box: BoxName, event: EventID, attempt: Int) {
      self.box = box
      self.event = event
      self.attempt = attempt
    }
  }

  /// How a receipt relates to the earlier ones of its attempt.
  public enum Mark: String, Sendable, CaseIterable {
    /// It is new.
    case first
    /// It is new, but arrived long after it was written, or after its successor.
    case late
    /// It repeats an earlier one.
    case repeated
    /// It contradicts an earlier one, which stands.
    case contradictory
  }

  /// How long a receipt may take without being late.
  static let patience = Duration.seconds(60)

  /// Which attempt this is.
  public let key: Key
  /// What an acknowledgement names.
  public var order: String
  /// When the monitor received the command, if it subscribes to commands.
  public var publishedAt: Timestamp?
  /// When it received the `delivered` receipt.
  public var deliveredAt: Timestamp?
  /// When it received the `handled` receipt.
  public var handledAt: Timestamp?
  /// What became of the command.
  public var outcome: Outcome?
  /// Why, in the box's words.
  public var reason: String?
  /// What was said.
  public var spoken: String?
  /// How many rounds were spoken to their end.
  public var rounds = 0
  /// The steps, by the box's clock.
  public var times: Receipt.Times?
  /// Whether the box's clock was synchronized.
  public var clockIsSynced = false
  /// Whether a crash had cut the announcement.
  public var isReplayed = false
  /// The number of the `delivered` receipt.
  public var deliveredSeq: Int64?
  /// The number of the `handled` receipt.
  public var handledSeq: Int64?
  /// How many receipts were repeated.
  public var repetitions = 0
  /// How many receipts contradicted earlier ones.
  public var contradictions = 0

  /// Starts with nothing known.
  ///
  /// - Parameters:
  ///   - key: Which attempt it is.
  ///   - order: What an acknowledgement names.
  public init(_ key: Key, order: String) {
    self.key = key
    self.order = order
  }

  /// When the monitor first learned of it.
  public var openedAt: Timestamp? {
    [publishedAt, deliveredAt, handledAt].compactMap { $0 }.min()
  }

  /// How long it took from publishing to the first sample: from when the monitor received the
  /// command, if it did and the box's clock is synchronized, else from the arrival at the box.
  ///
  /// `nil` if nothing was played, or if the clocks contradict each other.
  public var latency: Duration? {
    guard let times, let started = times.started else { return nil }
    let start = clockIsSynced ? publishedAt ?? times.received : times.received
    let latency = started - start
    // A box's clock may be a little behind the monitor's.
    guard latency > .seconds(-2), latency < .seconds(86_400) else { return nil }
    return max(.zero, latency)
  }

  /// How long the announcement took, from its first sample to its last; `nil` if it was not spoken to
  /// its end, or if the box's clock makes no sense.
  var duration: Duration? {
    guard outcome == .played, let started = times?.started, let finished = times?.finished,
      finished >= started, finished - started < .seconds(86_400)
    else { return nil }
    return finished - started
  }

  /// Takes in a receipt.
  ///
  /// - Parameters:
  ///   - issued: The receipt; its attempt is this one.
  ///   - moment: When it came, by the monitor's clock.
  /// - Returns: What it is among the receipts of this attempt.
  public mutating func take(_ issued: IssuedReceipt, at moment: Timestamp) -> Mark {
    let mark = issued.receipt.kind == .delivered ? takeDelivered(issued) : takeHandled(issued)
    switch mark {
    case .contradictory:
      contradictions += 1
      return mark
    case .repeated:
      repetitions += 1
      return mark
    case .first, .late: break
    }
    let isOutOfOrder = issued.receipt.kind == .delivered && handledAt != nil
    if issued.receipt.kind == .delivered { deliveredAt = moment } else { handledAt = moment }
    let wasLong = issued.clockIsSynced && moment - issued.at > Self.patience
    return isOutOfOrder || wasLong ? .late : .first
  }

  private mutating func takeDelivered(_ issued: IssuedReceipt) -> Mark {
    guard deliveredAt == nil else { return .repeated }
    deliveredSeq = issued.seq
    if handledAt == nil { note(issued) }
    return .first
  }

  private mutating func takeHandled(_ issued: IssuedReceipt) -> Mark {
    if let outcome {
      return outcome == issued.receipt.outcome ? .repeated : .contradictory
    }
    handledSeq = issued.seq
    outcome = issued.receipt.outcome
    reason = issued.receipt.reason
    spoken = issued.receipt.spoken
    rounds = issued.receipt.rounds
    isReplayed = issued.receipt.isReplayed
    note(issued)
    return .first
  }

  private mutating func note(_ issued: IssuedReceipt) {
    order = issued.receipt.order
    times = issued.receipt.times
    clockIsSynced = issued.clockIsSynced
  }
}
