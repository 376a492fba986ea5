import CLinux
import Glibc

/// Wakes a thread that waits in `poll`, from any thread.
///
/// Corresponds to `eventfd`, non-blocking. All signals before the thread looks count as one.
public final class Wakeup: Sendable {
  private let event: FileDescriptor

  /// The descriptor to poll for `POLLIN`.
  public var rawValue: Int32 { event.rawValue }

  /// Creates the event descriptor.
  ///
  /// - Throws: ``SystemError``, most likely `EMFILE`.
  public init() throws(SystemError) {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .last("create an event descriptor") }
    event = FileDescriptor(owning: descriptor)
  }

  /// Waits for another descriptor, a signal, or the timeout.
  ///
  /// Corresponds to `poll`.
  ///
  /// - Parameters:
  ///   - descriptor: The other descriptor; −1 for none.
  ///   - interest: The events to wait for there, such as `POLLIN`.
  ///   - timeout: The longest wait in milliseconds; −1 for no limit.
  /// - Returns: The descriptor's events, errors included, and whether there was a signal, which stays
  ///   set until ``clear()``.
  public func wait(
    for descriptor: Int32, _ interest: Int16, atMost timeout: Int32
  ) -> (ready: Int16, isSignalled: Bool) {
    var entries = [
      pollfd(fd: event.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: interest, revents: 0),
    ]
    guard unsafe poll(&entries, nfds_t(entries.count), timeout) > 0 else { return (0, false) }
    return (entries[1].revents, entries[0].revents != 0)
  }

  /// Makes the descriptor readable.
  public func signal() {
    _ = eventfd_write(event.rawValue, 1)
  }

  /// Makes the descriptor unreadable until the next signal.
  public func clear() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(event.rawValue, &count)
  }
}
