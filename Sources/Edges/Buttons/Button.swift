import Dispatch
import Glibc
public import Interop
import Synchronization

/// One key of an input device.
///
/// The device is not grabbed: other programs see its keys as well. It may be unplugged and plugged in
/// again; presses in between are lost.
public struct Button: Sendable {
  /// A device that worked for this long counts as recovered, so that its next loss starts a new backoff.
  private static let recoveryPeriod = Duration.seconds(10)

  /// The device's path, such as one in `/dev/input/by-id`.
  public let device: String
  /// The key.
  public let key: Key
  private let backoff: Backoff
  private let source: any KeySource

  /// Describes a button; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - device: The device's path. Those in `/dev/input/by-id` survive restarts.
  ///   - key: The key.
  ///   - backoff: The waits between attempts to open the device.
  public init(
    device: String, key: Key,
    backoff: Backoff = Backoff(base: .milliseconds(500), limit: .seconds(10))
  ) {
    self.init(device: device, key: key, backoff: backoff, source: EvdevSource())
  }

  init(device: String, key: Key, backoff: Backoff, source: any KeySource) {
    self.device = device
    self.key = key
    self.backoff = backoff
    self.source = source
  }

  /// Checks that the device exists and has the key.
  ///
  /// - Throws: ``ButtonError`` if it is missing, not permitted, not an input device, or lacks the key.
  public func check() throws(ButtonError) { _ = try source.open(device, for: key) }

  /// Watches until the task is cancelled.
  ///
  /// A thread of its own waits for the device and calls back. Failures do not end the watch: the device
  /// is reopened with backoff.
  ///
  /// - Parameters:
  ///   - changed: Called when watching starts, and once when the device is lost.
  ///   - pressed: Called once per press, not for releases and repetitions.
  public func watch(
    changed: @escaping @Sendable (ButtonState) -> Void, pressed: @escaping @Sendable () -> Void
  ) async {
    var backoff = backoff
    var isGone = false
    while !Task.isCancelled {
      do {
        let stop = try StopSignal()
        return await watch(until: stop, Listener(changed: changed, pressed: pressed), isGone)
      } catch {
        if !isGone { changed(.gone(ButtonError(error, key, of: device))) }
        isGone = true
        try? await Task.sleep(for: backoff.next())
      }
    }
  }

  private func watch(until stop: StopSignal, _ listener: Listener, _ isGone: Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "button \(device)").async {
          watchRepeatedly(until: stop, listener, isGone)
          continuation.resume()
        }
      }
    } onCancel: {
      stop.request()
    }
  }

  private func watchRepeatedly(until stop: StopSignal, _ listener: Listener, _ wasGone: Bool) {
    var backoff = backoff
    var isGone = wasGone
    while !stop.isRequested {
      var opened: ContinuousClock.Instant?
      do throws(ButtonError) {
        let events = try source.open(device, for: key)
        opened = .now
        isGone = false
        listener.changed(.watching)
        while let event = try events.next(until: stop) {
          if event.isPress(of: key) { listener.pressed() }
        }
      } catch {
        if !isGone { listener.changed(.gone(error)) }
        isGone = true
        if let opened, .now - opened >= Self.recoveryPeriod { backoff.reset() }
        stop.pause(for: backoff.next())
      }
    }
  }

  /// The callbacks of a watch.
  private struct Listener: Sendable {
    let changed: @Sendable (ButtonState) -> Void
    let pressed: @Sendable () -> Void
  }
}

/// Whether a button is being watched.
public enum ButtonState: Sendable, Equatable {
  /// Presses are seen.
  case watching
  /// The device is missing or not responding; presses are lost until it is back.
  case gone(ButtonError)
}

/// Ends a watch, from any thread.
final class StopSignal: Sendable {
  private let wakeup: Wakeup
  private let requested = Atomic(false)

  init() throws(SystemError) { wakeup = try Wakeup() }

  /// Whether the watch should end.
  var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// Requests the end, and wakes the watching thread.
  func request() {
    requested.store(true, ordering: .releasing)
    wakeup.signal()
  }

  /// Waits until `descriptor` is readable or broken, the end is requested, or the time is over.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor; −1 for none.
  ///   - time: The longest wait; `nil` for no limit.
  /// - Returns: The descriptor's events, such as `POLLIN`; zero otherwise.
  func wait(for descriptor: Int32, atMost time: Duration? = nil) -> Int32 {
    let limit = time.map { Int32(clamping: Int64($0 / .milliseconds(1)) + 1) } ?? -1
    return Int32(wakeup.wait(for: descriptor, Int16(POLLIN), atMost: limit).ready)
  }

  /// Waits for `time`, or until the end is requested.
  func pause(for time: Duration) {
    let end = ContinuousClock.now + time
    while !isRequested, ContinuousClock.now < end { _ = wait(for: -1, atMost: end - .now) }
  }
}
