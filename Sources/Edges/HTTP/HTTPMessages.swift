/// A request to a web server.
public struct HTTPRequest: Sendable {
  /// The method, such as `GET` or `POST`.
  public var method: String
  /// The address: `http` or `https`, without user name and password, which belong in a header.
  public var url: String
  /// The headers besides those of every request.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: [UInt8]

  /// Describes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The address.
  ///   - headers: The headers besides those of every request.
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

/// A web server's response.
public struct HTTPResponse: Sendable, Equatable {
  /// The status, such as 200, or 302 because redirects are not followed.
  public var status: Int
  /// The headers in order.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: [UInt8]

  /// Whether the status is a success.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The value of the first header with a name.
  ///
  /// - Parameter name: The name, case-insensitive.
  public subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// One header.
public struct HTTPHeader: Sendable, Equatable {
  /// The name, case-insensitive.
  public var name: String
  /// The value.
  public var value: String

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - value: The value, without line ends.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether name and value are valid, so that they cannot inject another line (RFC 9110, 5.1, 5.5).
  var isValid: Bool {
    Self.isToken(name)
      && value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether a text is a token, as names and methods must be (RFC 9110, 5.6.2).
  static func isToken(_ text: String) -> Bool {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: marks.contains(byte)
        }
      }
  }
}
