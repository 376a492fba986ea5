/// A client's request.
public struct WebRequest: Sendable {
  /// The method in capitals, such as `GET`.
  ///
  /// HEAD is reported as GET: the server leaves out the body of the response.
  public let method: String
  /// The decoded path, such as `/boxes/counter-1`, without control characters, `.` and `..`.
  public let path: String
  /// The parts of ``path`` between its slashes.
  ///
  /// Split before decoding: a part may itself contain a slash. Empty for `/`; `/boxes/` has an empty
  /// second part.
  public let segments: [String]
  /// The decoded query items in order; `?a=1&b` has `b` with an empty value.
  public let query: [WebField]
  /// All headers in order.
  public let headers: [WebField]
  /// The body; empty if there is none.
  public let body: [UInt8]
  /// The client's numeric address.
  public let remoteAddress: String
  /// The common name (CN) in the client's certificate, empty if the certificate has none.
  ///
  /// `nil` if the client sent no certificate, or one that is expired, not meant for clients, or not
  /// signed by any of ``WebTLS/clientAuthorities``.
  public let clientName: String?

  /// The value of the first header with a name.
  ///
  /// - Parameter name: The header's name, case-insensitive.
  /// - Returns: The value, or `nil` if the client sent no such header.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// The value of the first query item with a name.
  ///
  /// - Parameter name: The item's name.
  /// - Returns: The value, or `nil` if there is no such item.
  public func queryItem(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The value of the first cookie with a name.
  ///
  /// - Parameter name: The cookie's name.
  /// - Returns: The value, or `nil` if the client sent no such cookie.
  public func cookie(_ name: String) -> String? { cookies.first { $0.name == name }?.value }

  /// All cookies in order (RFC 6265, 5.4).
  public var cookies: [WebField] {
    headers.filter { $0.name.lowercased() == "cookie" }.flatMap { header in
      header.value.split(separator: ";").compactMap { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return WebField(parts[0].withoutBlanks, parts[1].withoutBlanks.withoutQuotes)
      }
    }
  }
}

extension StringProtocol {
  fileprivate var withoutBlanks: String {
    String(self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension String {
  fileprivate var withoutQuotes: String {
    count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}

/// A name and its value: a header, a query item or a cookie.
public struct WebField: Sendable, Equatable {
  /// The name, as written by the client.
  public let name: String
  /// The value; may be empty.
  public let value: String

  /// Pairs a name with a value.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - value: The value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
