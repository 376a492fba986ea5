/// What became of a voice command, for good (protocol, section “Receipts”).
///
/// The set is open: a box of another version may report an outcome that is not among ``all``. Its name
/// and code are kept as they came, and ``init(name:code:settlesID:)`` says how it counts.
///
/// Two outcomes are equal if their names and codes are.
public struct Outcome: Sendable {
  /// The word in the receipt, such as `failed`.
  public let name: String
  /// The number in the receipt.
  public let code: Int
  /// Outcome and cause in one word, such as `failed_audio`: a label's value in metrics.
  ///
  /// ``unknownLabel`` for all outcomes that are not among ``all``, so that no box can make labels up.
  public let label: String
  /// Whether operations should know: an announcement that was wanted has not been heard.
  public let isFailure: Bool
  /// Whether the id is dealt with for good, so that the same command is never spoken again.
  ///
  /// The other outcomes settle their attempt alone: a failure never burns the id.
  public let settlesID: Bool
}

// MARK: The outcomes of this version: to add one, add its line and list it in `all`.
extension Outcome {
  /// The last sample has left the device.
  public static let played = Outcome("played", 0, settlesID: true)
  /// Ended before its end, by acknowledgement or request.
  public static let stopped = Outcome("stopped", 0, settlesID: true)
  /// Another channel had spoken it.
  public static let duplicate = Outcome("duplicate", 1, settlesID: true)
  /// A clip or a name is missing in the pack.
  public static let failedClipMissing = Outcome("failed", 2, "clip_missing", isFailure: true)
  /// The audio device is unavailable, or makes no progress.
  public static let failedAudio = Outcome("failed", 3, "audio", isFailure: true)
  /// The box crashed on this command again and again.
  public static let failedCrashes = Outcome("failed", 4, "crashes", isFailure: true)
  /// Its time had passed when it would have started.
  public static let expired = Outcome("expired", 5, isFailure: true)
  /// Malformed, or refused by its rule.
  public static let rejectedMalformed = Outcome("rejected", 6, "malformed", isFailure: true)
  /// A known id with another content.
  public static let rejectedConflict = Outcome("rejected", 7, "conflict", isFailure: true)
  /// No room in the queue.
  public static let rejectedQueueFull = Outcome("rejected", 8, "queue_full", isFailure: true)
  /// Nothing was to be heard at that hour.
  public static let muted = Outcome("muted", 9)
  /// Spoken as a part of a summary.
  public static let summarized = Outcome("summarized", 10, settlesID: true)

  /// All outcomes that this version knows, in the order of their codes.
  public static let all = [
    played, stopped, duplicate, failedClipMissing, failedAudio, failedCrashes, expired,
    rejectedMalformed, rejectedConflict, rejectedQueueFull, muted, summarized,
  ]

  private init(
    _ name: String, _ code: Int, _ cause: String? = nil, isFailure: Bool = false,
    settlesID: Bool = false
  ) {
    self.name = name
    self.code = code
    self.label = cause.map { "\(name)_\($0)" } ?? name
    self.isFailure = isFailure
    self.settlesID = settlesID
  }
}

extension Outcome {
  /// The ``label`` of every outcome that this version does not know.
  public static let unknownLabel = "unknown"
  /// The labels of all outcomes, that of the unknown ones last.
  public static let labels = all.map(\.label) + [unknownLabel]
  /// The names of the outcomes that this version knows, each once.
  public static let names = all.reduce(into: [String]()) { names, outcome in
    if !names.contains(outcome.name) { names.append(outcome.name) }
  }

  /// Finds the outcome of a receipt.
  ///
  /// An outcome that is not among ``all`` is a failure if others of its name are, such as a `failed`
  /// with a new code. If its name is new too, it is a failure if it does not settle its id.
  ///
  /// - Parameters:
  ///   - name: The word.
  ///   - code: The number.
  ///   - settlesID: What its receipt says about the id (`hasHandled`); looked at only if the outcome is
  ///     unknown.
  public init(name: String, code: Int, settlesID: Bool) {
    let namesakes = Self.all.filter { $0.name == name }
    if let known = namesakes.first(where: { $0.code == code }) {
      self = known
      return
    }
    self.name = name
    self.code = code
    self.settlesID = settlesID
    label = Self.unknownLabel
    isFailure = namesakes.first?.isFailure ?? !settlesID
  }
}

extension Outcome: Hashable {
  public static func == (left: Outcome, right: Outcome) -> Bool {
    left.name == right.name && left.code == right.code
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(code)
  }
}
