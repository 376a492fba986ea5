/// The response to one request.
public struct WebResponse: Sendable {
  /// The body of a response.
  public enum Body: Sendable {
    /// A complete body.
    case bytes([UInt8])
    /// A body in chunks: called for the next once the client has read the last, until it returns
    /// `nil`.
    ///
    /// A long export is thus never in memory at once. An error closes the connection, which tells
    /// the client that the body is incomplete. Runs in the task that answered the request, and is
    /// not called again once the client has disconnected.
    case chunks(@Sendable () async throws -> [UInt8]?)
  }

  /// The status, from 200 to 599.
  public let status: Int
  /// Additional headers.
  ///
  /// A header whose name is not a token, whose value is empty or contains a control character, or
  /// that gives the body's length, is left out and logged, so that no value can inject a header.
  public let headers: [WebField]
  /// The body.
  public let body: Body

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: The status, from 200 to 599.
  ///   - headers: Additional headers. The server adds `Date` and the body's length.
  ///   - body: The body.
  public init(status: Int = 200, headers: [WebField] = [], body: Body = .bytes([])) {
    precondition((200...599).contains(status), "\(status) is not the status of a response")
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Makes a response of one line of text.
  ///
  /// - Parameters:
  ///   - status: The status, from 200 to 599.
  ///   - text: The line, without its end.
  /// - Returns: A response of type `text/plain`.
  public static func text(status: Int = 200, _ text: String) -> WebResponse {
    WebResponse(
      status: status, headers: [WebField("Content-Type", "text/plain; charset=utf-8")],
      body: .bytes(Array("\(text)\n".utf8)))
  }
}
