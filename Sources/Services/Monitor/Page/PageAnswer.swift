import Wire

/// What the page answers.
public struct PageAnswer: Sendable {
  /// What is sent.
  public enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// Piece by piece, each asked for when the last one is gone; `nil` ends it. May block shortly.
    case pieces(@Sendable () -> [UInt8]?)
    /// Events, for as long as both sides live.
    case events(EventFeed)
  }

  /// The HTTP status.
  public var status: Int
  /// The media type.
  public var type: String
  /// What is sent.
  public var body: Body
  /// Further header fields.
  public var headers: [(name: String, value: String)] = []

  init(_ status: Int = 200, type: String, _ body: Body) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// A file of the page.
  ///
  /// - Parameter asset: The file.
  public init(_ asset: PageAsset) { self.init(type: asset.type, .bytes(asset.bytes)) }

  /// Says why somebody is not let in.
  ///
  /// - Parameter admission: What was decided.
  /// - Returns: The answer.
  public static func refusal(_ admission: Access.Admission) -> PageAnswer {
    guard case .refused(let status, let reason) = admission else { return .error(403, "refused") }
    var answer = PageAnswer.error(status, reason)
    if status == 401 { answer.headers = [("WWW-Authenticate", "Bearer")] }
    if status == 429 {
      answer.headers = [("Retry-After", "\(LoginRateLimiter.window.components.seconds)")]
    }
    return answer
  }

  static func json(_ json: JSON, status: Int = 200) -> PageAnswer {
    PageAnswer(status, type: "application/json", .bytes(Array(json.encoded.utf8)))
  }

  static func text(_ status: Int, _ text: String) -> PageAnswer {
    PageAnswer(status, type: "text/plain; charset=utf-8", .bytes(Array("\(text)\n".utf8)))
  }

  static func error(_ status: Int, _ message: String) -> PageAnswer {
    json(.object(["error": .string(message)]), status: status)
  }
}

extension JSON {
  init(_ number: Int?) { self = number.map { .number(JSONNumber($0)) } ?? .null }
  init(_ number: Int64?) { self = number.map { .number(JSONNumber($0)) } ?? .null }
  /// A moment, as milliseconds since 1970.
  init(_ moment: Timestamp?) { self.init(moment?.milliseconds) }
  init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}
