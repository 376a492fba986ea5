import Synchronization
public import Voice

/// Plays announcements on the sound device.
public protocol AnnouncementPlayer: Sendable {
  /// Checks that an announcement could be played now.
  ///
  /// - Throws: Why not: the device is missing or busy. Commands stay in the queue.
  func prepare() async throws

  /// Plays an announcement.
  ///
  /// - Parameters:
  ///   - announcement: What to play, and how.
  ///   - cutSignal: When to cut it.
  /// - Returns: How it ended.
  /// - Throws: `CancellationError` if the task was cancelled, or why the device failed in the middle.
  func play(
    _ announcement: Announcement, until cutSignal: CutSignal
  ) async throws -> AnnouncementEnd

  /// Sets the box's own volume, also of the announcement that is playing.
  ///
  /// - Parameter volume: 0–100 per cent.
  func set(volume: Int)
}

/// One announcement, from its first clip to its last.
public struct Announcement: Sendable {
  /// What to say; every clip of it is in the pack.
  public let script: Script
  /// The gain for it, 0–100 per cent; `nil` for the box's own.
  public let volume: Int?
  /// Whether it follows one that it has interrupted, so that the usual silence before it is left out.
  public let promptly: Bool
}

/// How an announcement ended.
public enum AnnouncementEnd: Sendable, Equatable {
  /// Its last sample has left the device; all but some free texts was said.
  case complete(omitted: [OmittedText])
  /// It was cut, as asked.
  case cut
  /// It has nothing but free texts, and none of them can be said; nothing was heard.
  case unspeakable(reason: String)
}

/// A free text that was not said.
public struct OmittedText: Sendable, Equatable {
  /// The text.
  public let text: String
  /// Why it was not said.
  public let reason: String

  /// Makes one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - reason: Why it was not said.
  public init(text: String, reason: String) {
    self.text = text
    self.reason = reason
  }
}

/// How an announcement is cut.
public enum Cut: Sendable, Equatable {
  /// At the end of the clip that is playing.
  case atBorder
  /// At the end of the clip that is playing, if that is at most a second away; else at once.
  case soon
  /// At once.
  case now
}

/// Cuts one announcement; the request may come before the announcement begins.
public final class CutSignal: Sendable {
  private struct State {
    var cut: Cut?
    var handler: (@Sendable (Cut) -> Void)?
  }

  private let state = Mutex(State())

  /// Makes a signal without a request.
  public init() {}

  /// Calls a handler with each request, at once if there has been one.
  ///
  /// - Parameter handler: Called on the thread that requests.
  public func attach(_ handler: @escaping @Sendable (Cut) -> Void) {
    let cut = state.withLock { state in
      state.handler = handler
      return state.cut
    }
    if let cut { handler(cut) }
  }

  /// Requests a cut.
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

/// A light or a vibration motor that is on while a round of an alert sounds.
///
/// It never throws: a broken lamp must not silence an order. Implementations log their faults.
public protocol Light: Sendable {
  /// Turns it on or off.
  ///
  /// - Parameter isOn: Whether it is on from now on.
  func set(_ isOn: Bool)
}

/// The light of a box that has none.
public struct NoLight: Light {
  /// Makes one.
  public init() {}

  public func set(_ isOn: Bool) {}
}
