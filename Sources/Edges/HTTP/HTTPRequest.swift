/// What to ask of a web server.
public struct HTTPRequest: Sendable {
  /// The method, such as `GET` or `POST`.
  public var method: String
  /// The address: `http` or `https`, without user name and password, which belong into a header.
  public var url: String
  /// The head's lines beside those that every request has.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: [UInt8]

  /// Describes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The address.
  ///   - headers: The head's lines beside those that every request has.
  ///   - body: The body.
  public init(
    _ method: String = "GET", _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
