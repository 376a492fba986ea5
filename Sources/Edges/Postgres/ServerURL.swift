import CPQ

/// Where a database is, from a URL whose password no text of ours ever shows.
struct ServerURL {
  /// The URL, for libpq only.
  let text: String
  /// The host, the port and the database's name, for people.
  let place: String

  /// Takes a URL apart.
  ///
  /// libpq's own complaints quote the URL, and a password with an unescaped `@`, `/` or without a
  /// host after it is taken for a host or a port; so such URLs are refused here, and not quoted.
  init(_ text: String) throws(PostgresError) {
    guard Self.isUnambiguous(text), let parts = Self.parts(text) else { throw Self.refusal }
    let ports = parts["port", default: ""].split(separator: ",", omittingEmptySubsequences: false)
    guard ports.allSatisfy({ $0.isEmpty || UInt16($0) != nil }) else { throw Self.refusal }
    self.text = text
    let host = parts["host"] ?? parts["hostaddr"] ?? "localhost"
    let port = parts["port"].map { ":\($0)" } ?? ""
    place = "\(host)\(port)/\(parts["dbname"] ?? "")"
  }

  private static let refusal = PostgresError(
    .cannotConnect, step: "read the database's URL",
    reason: "it is not of the form postgresql://USER:PASSWORD@HOST:PORT/NAME",
    hint: "write @ as %40, / as %2F and % as %25 in the password")

  /// Whether there is one reading of what is user and password, and what is not.
  private static func isUnambiguous(_ text: String) -> Bool {
    guard !text.utf8.contains(0) else { return false }
    for scheme in ["postgresql://", "postgres://"] where text.hasPrefix(scheme) {
      let rest = text.dropFirst(scheme.count)
      let signs = rest.indices.filter { rest[$0] == "@" }
      let path = rest.firstIndex(of: "/") ?? rest.endIndex
      return signs.isEmpty || (signs.count == 1 && signs[0] < path)
    }
    return false
  }

  /// Corresponds to `PQconninfoParse`.
  private static func parts(_ text: String) -> [String: String]? {
    guard let options = unsafe PQconninfoParse(text, nil) else { return nil }
    defer { unsafe PQconninfoFree(options) }
    var parts: [String: String] = [:]
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe parts[String(cString: keyword)] = unsafe String(cString: value)
      }
      unsafe option += 1
    }
    return parts
  }
}
