import Wire

/// An answer of the page.
public struct PageAnswer: Sendable {
  /// The body of an answer.
  public enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// Piece by piece, each requested once the last one is sent; `nil` ends it.
    case pieces(@Sendable () async -> [UInt8]?)
    /// Events, until the connection or the program ends.
    case events(EventFeed)
  }

  /// The HTTP status.
  public var status: Int
  /// The media type.
  public var type: String
  /// The body.
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

  /// Says why access was refused.
  ///
  /// - Parameter refusal: Why.
  /// - Returns: The answer.
  public static func refused(_ refusal: Access.Refused) -> PageAnswer {
    var answer = PageAnswer.error(refusal.status, refusal.reason)
    if refusal.status == 401 { answer.headers = [("WWW-Authenticate", "Bearer")] }
    if refusal.status == 429 {
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

  static func unknownBox(_ name: BoxName) -> PageAnswer { .error(404, "unknown box \(name)") }
}

/// A file of the page; it is embedded in the program.
public struct PageAsset: Sendable {
  let bytes: [UInt8]
  let type: String

  /// Finds a file.
  ///
  /// - Parameter path: The path of the request.
  public init?(path: String) {
    switch path {
    case "/": self.init(PackageResources.page_html, "text/html; charset=utf-8")
    case "/page.css": self.init(PackageResources.page_css, "text/css; charset=utf-8")
    case "/icon.svg": self.init(PackageResources.icon_svg, "image/svg+xml")
    case "/page.js": self.init(script: PackageResources.page_js)
    case "/words.js": self.init(script: PackageResources.words_js)
    case "/parts.js": self.init(script: PackageResources.parts_js)
    case "/fleet.js": self.init(script: PackageResources.fleet_js)
    case "/boxes.js": self.init(script: PackageResources.boxes_js)
    case "/orders.js": self.init(script: PackageResources.orders_js)
    case "/box.js": self.init(script: PackageResources.box_js)
    default: return nil
    }
  }

  private init(script bytes: [UInt8]) { self.init(bytes, "text/javascript; charset=utf-8") }

  private init(_ bytes: [UInt8], _ type: String) {
    self.bytes = bytes
    self.type = type
  }
}

extension JSON {
  init(_ number: Int?) { self = number.map { .number(JSONNumber($0)) } ?? .null }
  init(_ number: Int64?) { self = number.map { .number(JSONNumber($0)) } ?? .null }
  /// A moment, as milliseconds since 1970.
  init(_ moment: Timestamp?) { self.init(moment?.milliseconds) }
  init(_ flag: Bool?) { self = flag.map { .bool($0) } ?? .null }
  init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}
