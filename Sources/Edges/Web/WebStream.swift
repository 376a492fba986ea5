/// A body that is told as it happens, such as server-sent events.
///
///     let stream = WebStream { listeners.remove(id) }
///     listeners.add(id, stream)
///     return WebResponse(
///       headers: [WebField("Content-Type", "text/event-stream")], body: .stream(stream))
///
/// May be sent to before the response is on its way, from any thread. A client that takes less than
/// it is sent is dropped as soon as more than the limit waits for it here; what the kernel holds for
/// it does not count. So is one that closes only its own half of the connection.
public final class WebStream: Sendable {
  let outflow: ResponseBodyStream

  /// Makes a stream for one response.
  ///
  /// - Parameters:
  ///   - unreadLimit: How many bytes may wait for the client.
  ///   - onClose: Called once when the stream has ended, whoever ended it, provided that its response
  ///     was returned. Runs on whatever thread noticed, so it must not block.
  public init(unreadLimit: Int = 262_144, onClose: @escaping @Sendable () -> Void = {}) {
    outflow = ResponseBodyStream(unreadLimit: unreadLimit, isWatched: true, onClose: onClose)
  }

  /// Sends `bytes` after all that was sent before.
  ///
  /// - Parameter bytes: What to send.
  /// - Returns: Whether the stream goes on; `false` once it is finished, the client has gone, or was
  ///   dropped because too much waited for it.
  @discardableResult public func send(_ bytes: [UInt8]) -> Bool { outflow.append(bytes) }

  /// Ends the body once the client has taken what was sent.
  public func finish() { outflow.finish() }

  /// Whether ``send(_:)`` would still be of use.
  public var isOpen: Bool { outflow.isOpen }
}
