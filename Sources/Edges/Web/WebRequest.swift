/// What a client asks for.
public struct WebRequest: Sendable {
  /// The method in capitals, such as `GET`.
  ///
  /// HEAD is told as GET: the server itself leaves out the body of the response.
  public let method: String
  /// The decoded path, such as `/boxes/counter-1`; holds no control characters, no `.` and no `..`.
  public let path: String
  /// The parts of ``path`` between its slashes.
  ///
  /// Split before they were decoded: a part may itself hold a slash. Empty for `/`; `/boxes/` has an empty second part.
  public let segments: [String]
  /// The decoded items of the query, in their order; `?a=1&b` holds `b` with an empty value.
  public let query: [WebField]
  /// All headers, in their order.
  public let headers: [WebField]
  /// The body; empty if there is none.
  public let body: [UInt8]
  /// The client's address in figures.
  public let remoteAddress: String
  /// The common name (CN) in the client's certificate, empty if that has none.
  ///
  /// `nil` if none was shown, or one that none of ``WebTLS/clientAuthorities`` signed, whose time is
  /// over, or that is not meant for clients.
  public let clientName: String?

  /// The value of the first header of a name.
  ///
  /// - Parameter name: The header's name, in whatever case.
  /// - Returns: The value, or `nil` if the client sent no such header.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// The value of the first item of a name in the query.
  ///
  /// - Parameter name: The item's name.
  /// - Returns: The value, or `nil` if there is no such item.
  public func queryItem(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The value of the first cookie of a name.
  ///
  /// - Parameter name: The cookie's name.
  /// - Returns: The value, or `nil` if the client sent no such cookie.
  public func cookie(_ name: String) -> String? { cookies.first { $0.name == name }?.value }

  /// All cookies, in their order (RFC 6265, 5.4).
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
