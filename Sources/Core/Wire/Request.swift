/// What a person or a program asks of a box (protocol, section “Requests”).
public struct Request: Sendable, Equatable {
  /// The last level of a request's topic.
  public enum Verb: String, Sendable, CaseIterable {
    case acknowledge, stop, say, replay, volume, mute, receipts, health
  }

  /// What is asked, with its particulars.
  public enum Action: Sendable, Equatable {
    /// End the repetition of an order.
    case acknowledge(order: String)
    /// Stop speaking.
    case stop(Scope)
    /// Speak for a test, and answer when it has been heard.
    case say(SoundCommand)
    /// Speak a known command again.
    case replay(id: String)
    /// Set the box's volume, 0–100 per cent; `nil` only reads it.
    case volume(Int?)
    /// Say nothing for a while.
    case mute(Mute)
    /// Publish the receipts after a number again.
    case receipts(since: Int64)
    /// Publish the health now.
    case health
  }

  /// What is stopped.
  public enum Scope: String, Sendable, CaseIterable {
    /// The announcement that is being spoken.
    case current
    /// Those that wait.
    case queue
    /// Both.
    case all
  }

  /// How long nothing is to be heard.
  public enum Mute: Sendable, Equatable {
    /// Until a moment; there is no muting without an end.
    case until(Timestamp)
    /// Not any longer.
    case off
  }

  /// The longest ``transaction``, in bytes of UTF-8.
  public static let longestTransaction = 128

  /// What the answer repeats, so that the caller knows it by it.
  public var transaction: String?
  /// What is asked.
  public var action: Action

  /// Asks for something.
  ///
  /// - Parameters:
  ///   - action: What is asked.
  ///   - transaction: What the answer is to repeat.
  public init(_ action: Action, transaction: String? = nil) {
    self.action = action
    self.transaction = transaction
  }

  /// The last level of this request's topic.
  public var verb: Verb {
    switch action {
    case .acknowledge: .acknowledge
    case .stop: .stop
    case .say: .say
    case .replay: .replay
    case .volume: .volume
    case .mute: .mute
    case .receipts: .receipts
    case .health: .health
    }
  }
}
