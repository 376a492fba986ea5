import Dispatch

/// An HTTP client.
///
/// Each call has a connection and a thread of its own while it lasts.
public struct HTTPClient: Sendable {
  private let settings: CallSettings

  /// Creates a client.
  ///
  /// - Parameter settings: The settings.
  public init(_ settings: CallSettings = CallSettings()) { self.settings = settings }

  /// Sends a request and waits for the complete response; cancelling the task ends the call at once.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, whatever its status.
  /// - Throws: ``CallError`` if there is no response, or it exceeds a limit.
  public func send(_ request: HTTPRequest) async throws(CallError) -> HTTPResponse {
    let call = try Call(request, settings, isStream: false)
    let transfer = Transfer(call)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "call").async { continuation.resume(returning: transfer.collect()) }
      }
    } onCancel: {
      transfer.cancel()
    }
    return try result.get()
  }

  /// The lines of a response as they arrive, without their ends.
  ///
  /// The call begins at once, and reads from the server no faster than the lines are consumed. It ends
  /// when the stream is dropped or the consuming task is cancelled.
  ///
  /// - Parameter request: The request.
  /// - Returns: The lines; they end with ``CallError`` if the call fails, the status is not a success,
  ///   or the response is cut short.
  public func lines(of request: HTTPRequest) -> AsyncThrowingStream<String, any Error> {
    do throws(CallError) {
      let reader = LineReader(try Call(request, settings, isStream: true))
      return AsyncThrowingStream { try await reader.next() }
    } catch {
      return AsyncThrowingStream { throw error }
    }
  }
}

extension Transfer {
  /// Makes the call, and keeps the body up to its limit.
  fileprivate func collect() -> Result<HTTPResponse, CallError> {
    let body = Body(call)
    do throws(CallError) {
      var response = try run { bytes throws(CallError) in try body.append(bytes) }
      response.body = body.bytes
      return .success(response)
    } catch {
      return .failure(error)
    }
  }
}

/// A body with a size limit.
private final class Body {
  private let call: Call
  private(set) var bytes: [UInt8] = []

  init(_ call: Call) { self.call = call }

  func append(_ more: [UInt8]) throws(CallError) {
    let limit = call.settings.largestBody
    guard bytes.count + more.count <= limit else {
      throw .tooLarge(call.step, "the response", limit: limit)
    }
    bytes += more
  }
}

/// The settings of a client.
///
/// The server's certificate and host name are always verified. Redirects are not followed.
public struct CallSettings: Sendable {
  /// The time limit for connecting, including TLS.
  public var connecting = Duration.seconds(10)
  /// The time limit for a whole call; does not apply to streams of lines.
  public var total = Duration.seconds(30)
  /// The time limit without data in a stream of lines, in whole seconds.
  public var silence = Duration.seconds(60)
  /// The size limit of a body or of one line of a stream, in bytes.
  public var largestBody = 4 << 20
  /// The path of the certificates to trust, in PEM; `nil` trusts the system's certificates.
  public var ca: String?
  /// The path of the client certificate in PEM, for servers that request one.
  public var certificate: String?
  /// The path of the private key of ``certificate``, in PEM, without a passphrase.
  public var key: String?
  /// Whether to use the proxies of the environment.
  public var usesProxies = false

  /// Creates the default settings.
  public init() {}
}
