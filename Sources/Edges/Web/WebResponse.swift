/// What a client gets.
public struct WebResponse: Sendable {
  /// The part that follows the headers.
  public enum Body: Sendable {
    /// All of it at once.
    case bytes([UInt8])
    /// Piece by piece: asked for the next when the client has taken the last, until it gives `nil`.
    ///
    /// So that a long export is never in memory at once. An error breaks the connection off, which
    /// tells the client that the body is not whole. Runs as part of the task that answered the
    /// request; a client that goes away ends it without another word.
    case chunks(@Sendable () async throws -> [UInt8]?)
    /// Whatever is sent to a stream, as soon as it is sent.
    case stream(WebStream)
  }

  /// The status, from 200 to 599.
  public let status: Int
  /// Further headers.
  ///
  /// One whose name is not a token, whose value is empty or holds a control character, or that tells
  /// the body's length, is left out and complained of: so no value can smuggle in another header.
  public let headers: [WebField]
  /// The body.
  public let body: Body

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: The status, from 200 to 599.
  ///   - headers: Further headers. `Date` and what tells the body's length come by themselves.
  ///   - body: The body.
  public init(status: Int = 200, headers: [WebField] = [], body: Body = .bytes([])) {
    precondition((200...599).contains(status), "\(status) is not the status of a response")
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Makes a short answer in words.
  ///
  /// - Parameters:
  ///   - status: The status, from 200 to 599.
  ///   - text: The words, without a line's end.
  /// - Returns: A response of type `text/plain`.
  public static func text(status: Int = 200, _ text: String) -> WebResponse {
    WebResponse(
      status: status, headers: [WebField("Content-Type", "text/plain; charset=utf-8")],
      body: .bytes(Array("\(text)\n".utf8)))
  }
}
