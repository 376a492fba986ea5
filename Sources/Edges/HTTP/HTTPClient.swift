import Dispatch

/// Calls web servers.
///
/// Each call has a connection and a thread of its own for as long as it lasts.
public struct HTTPClient: Sendable {
  private let settings: CallSettings

  /// Makes a client.
  ///
  /// - Parameter settings: How it calls.
  public init(_ settings: CallSettings = CallSettings()) { self.settings = settings }

  /// Sends a request and waits for the whole answer; cancelling the task ends the call at once.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer, whatever its status says.
  /// - Throws: ``CallError`` if there is no answer, or none that may be taken.
  public func send(_ request: HTTPRequest) async throws(CallError) -> HTTPReply {
    let plan = try Plan(request, settings, isStream: false)
    let transfer = Transfer(plan)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "call").async { continuation.resume(returning: transfer.collect()) }
      }
    } onCancel: {
      transfer.cancel()
    }
    return try result.get()
  }

  /// The lines of an answer as they come, without their ends.
  ///
  /// A server is read no faster than the lines are taken. The call ends when nobody takes lines any
  /// more, or the task that takes them is cancelled; it is begun at once.
  ///
  /// - Parameter request: The request.
  /// - Returns: The lines; they end with ``CallError`` if the call could not be made, the status is none
  ///   of success, or the answer broke off.
  public func lines(of request: HTTPRequest) -> AsyncThrowingStream<String, any Error> {
    do throws(CallError) {
      let reader = LineReader(try Plan(request, settings, isStream: true))
      return AsyncThrowingStream { try await reader.next() }
    } catch {
      return AsyncThrowingStream { throw error }
    }
  }
}

extension Transfer {
  /// Makes the call, and keeps the body as far as it may be kept.
  fileprivate func collect() -> Result<HTTPReply, CallError> {
    let body = Body(plan)
    do throws(CallError) {
      var reply = try run { bytes throws(CallError) in try body.take(bytes) }
      reply.body = body.bytes
      return .success(reply)
    } catch {
      return .failure(error)
    }
  }
}

/// A body that grows to its limit.
private final class Body {
  private let plan: Plan
  private(set) var bytes: [UInt8] = []

  init(_ plan: Plan) { self.plan = plan }

  func take(_ more: [UInt8]) throws(CallError) {
    let limit = plan.settings.largestBody
    guard bytes.count + more.count <= limit else {
      throw .tooLarge(plan.step, "its answer", limit: limit)
    }
    bytes += more
  }
}
