import CLinux
import Glibc

/// Waits for many descriptors at once, each identified by a mark that its owner chooses.
///
/// Corresponds to `epoll`, level-triggered. A closed descriptor is removed automatically.
public final class Poller: Sendable {
  /// The readiness of one descriptor.
  public struct Event: Sendable, Equatable {
    /// The owner's mark.
    public let mark: Int
    /// Whether there is something to read, including end of file and errors.
    public let isReadable: Bool
  }

  /// The most events that one call returns.
  private static let mostEvents = 512

  private let descriptor: FileDescriptor

  /// Creates a poller without descriptors.
  ///
  /// - Throws: ``SystemError``, most likely `EMFILE`.
  public init() throws(SystemError) {
    let number = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard number >= 0 else { throw .last("create a poller") }
    descriptor = FileDescriptor(owning: number)
  }

  /// Adds a descriptor, to wait until it is readable.
  ///
  /// - Parameters:
  ///   - number: The descriptor.
  ///   - mark: The owner's mark, not negative.
  ///   - wantsWrite: Whether to wait until it is writable as well.
  /// - Throws: ``SystemError``.
  public func add(_ number: Int32, mark: Int, wantsWrite: Bool) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, mark, wantsWrite)
  }

  /// Changes whether to wait until a descriptor is writable.
  ///
  /// - Parameters:
  ///   - number: The descriptor.
  ///   - mark: The owner's mark.
  ///   - wantsWrite: Whether to wait until it is writable as well.
  /// - Throws: ``SystemError``.
  public func change(_ number: Int32, mark: Int, wantsWrite: Bool) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, mark, wantsWrite)
  }

  /// Waits until some descriptors are ready or the timeout ends.
  ///
  /// - Parameter timeout: The longest wait in milliseconds.
  /// - Returns: The ready descriptors.
  public func wait(atMost timeout: Int32) -> [Event] {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.mostEvents) {
      buffer in
      let count = unsafe epoll_wait(
        descriptor.rawValue, buffer.baseAddress, Int32(Self.mostEvents), timeout)
      guard count > 0 else { return [] }
      return unsafe buffer[..<Int(count)].map { event in
        unsafe Event(
          mark: Int(event.data.u64),
          isReadable: event.events & ~EPOLLOUT.rawValue != 0)
      }
    }
  }

  private func control(
    _ operation: Int32, _ number: Int32, _ mark: Int, _ wantsWrite: Bool
  ) throws(SystemError) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue | (wantsWrite ? EPOLLOUT.rawValue : 0)
    unsafe event.data.u64 = UInt64(mark)
    guard unsafe epoll_ctl(descriptor.rawValue, operation, number, &event) == 0 else {
      throw .last("wait for descriptor \(number)")
    }
  }
}
