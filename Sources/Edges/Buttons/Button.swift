import Dispatch
public import Interop

/// One key of an input device, watched for as long as it takes.
///
/// The device is not grabbed: others see its keys as well. It may vanish and come back; what is
/// pressed in between is nobody's press.
public struct Button: Sendable {
  /// How long a device must have answered for its loss to be a new trouble, not the old one again.
  private static let steady = Duration.seconds(10)

  /// The device's path, such as one in `/dev/input/by-id`.
  public let device: String
  /// The key.
  public let key: Key
  private let backoff: Backoff
  private let source: any KeySource

  /// Describes a button; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - device: The device's path. Those in `/dev/input/by-id` stay the same over restarts.
  ///   - key: The key.
  ///   - backoff: How long to wait between attempts to open the device.
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

  /// Looks whether the device is there and has the key.
  ///
  /// - Throws: ``ButtonError`` if it is missing, not allowed, no input device, or lacks the key.
  public func check() throws(ButtonError) { _ = try source.open(device, for: key) }

  /// Watches until the task is cancelled.
  ///
  /// A thread of its own waits for the device, and calls back. No failure ends the watch: the device
  /// is opened again and again, with pauses that grow.
  ///
  /// - Parameters:
  ///   - changed: Told when presses are seen, and once when they are not any more.
  ///   - pressed: Called once for each press: neither for a release nor while the key is held.
  public func watch(
    changed: @escaping @Sendable (ButtonState) -> Void, pressed: @escaping @Sendable () -> Void
  ) async {
    var backoff = backoff
    var isGone = false
    while !Task.isCancelled {
      do {
        let stop = try Stop()
        return await watch(until: stop, Listener(changed: changed, pressed: pressed), isGone)
      } catch {
        if !isGone { changed(.gone(ButtonError(error, key, of: device))) }
        isGone = true
        try? await Task.sleep(for: backoff.next())
      }
    }
  }

  private func watch(until stop: Stop, _ listener: Listener, _ isGone: Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "button \(device)").async {
          keepWatching(until: stop, listener, isGone)
          continuation.resume()
        }
      }
    } onCancel: {
      stop.request()
    }
  }

  private func keepWatching(until stop: Stop, _ listener: Listener, _ wasGone: Bool) {
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
        if let opened, .now - opened >= Self.steady { backoff.reset() }
        stop.pause(for: backoff.next())
      }
    }
  }

  /// Whom the watch tells.
  private struct Listener: Sendable {
    let changed: @Sendable (ButtonState) -> Void
    let pressed: @Sendable () -> Void
  }
}
