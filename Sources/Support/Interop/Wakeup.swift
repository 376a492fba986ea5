import CLinux
import Glibc

/// Wakes a thread that waits in `poll`, from any other thread.
///
/// Corresponds to `eventfd`, not blocking. All signals before the thread looks count as one.
public final class Wakeup: Sendable {
  private let event: FileDescriptor

  /// The descriptor to poll for `POLLIN`.
  public var rawValue: Int32 { event.rawValue }

  /// Makes the event.
  ///
  /// - Throws: ``SystemError``, most likely `EMFILE`.
  public init() throws(SystemError) {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .last("make an event descriptor") }
    event = FileDescriptor(owning: descriptor)
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
