import Synchronization
public import Voice

/// What is said at once, from its start to its end.
public struct Announcement: Sendable {
  /// What to speak; every clip of it is in the pack.
  public let script: Script
  /// The gain for it, 0–100 per cent; `nil` for the box's own.
  public let volume: Int?
  /// Whether it follows what it has interrupted, so that the usual silence before it is left out.
  public let promptly: Bool
}

/// How an announcement ended.
public enum AnnouncementEnd: Sendable, Equatable {
  /// The last sample of it has left the device; all but some free texts was said.
  case whole(leftOut: [LeftOut])
  /// It was ended before, as it was told to.
  case cut
  /// It has nothing but free texts, and none of them can be said; nothing was heard.
  case unspeakable(reason: String)
}

/// A free text that was not said.
public struct LeftOut: Sendable, Equatable {
  /// The text.
  public let text: String
  /// Why not.
  public let reason: String

  /// Describes one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - reason: Why it was not said.
  public init(text: String, reason: String) {
    self.text = text
    self.reason = reason
  }
}

/// What speaks for the box.
public protocol Announcing: Sendable {
  /// Makes sure that something could be spoken now.
  ///
  /// - Throws: Why not; the device is missing or busy. What waits stays in the queue.
  func prepare() async throws

  /// Speaks.
  ///
  /// - Parameters:
  ///   - announcement: What to speak, and how.
  ///   - interruption: Tells when to end before the end.
  /// - Returns: Whether all of it has left the device.
  /// - Throws: `CancellationError` if the task was cancelled, or why the device stopped in the middle.
  func announce(
    _ announcement: Announcement, until interruption: Interruption
  ) async throws -> AnnouncementEnd

  /// Sets the box's own volume, also for what is being spoken.
  ///
  /// - Parameter volume: 0–100 per cent.
  func set(volume: Int)
}

/// The wish to end one announcement before its end; it may come before the announcement begins.
public final class Interruption: Sendable {
  private struct State {
    var cut: Cut?
    var handler: (@Sendable (Cut) -> Void)?
  }

  private let state = Mutex(State())

  /// Makes one that nobody has asked for yet.
  public init() {}

  /// Calls a handler with each wish, at once with one that has come already.
  ///
  /// - Parameter handler: Called on the thread of who wishes.
  public func attach(_ handler: @escaping @Sendable (Cut) -> Void) {
    let cut = state.withLock { state in
      state.handler = handler
      return state.cut
    }
    if let cut { handler(cut) }
  }

  /// Asks for the end.
  ///
  /// - Parameter cut: How soon.
  public func request(_ cut: Cut) {
    let handler = state.withLock { state in
      state.cut = cut
      return state.handler
    }
    handler?(cut)
  }
}
