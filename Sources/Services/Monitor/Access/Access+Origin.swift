extension Access {
  /// Makes sure that a request was meant for this page and not made by another one.
  ///
  /// - Parameter claim: What is known of who asks.
  /// - Returns: Why it is refused; `nil` if it is not.
  public func fault(in claim: RequestCredentials) -> Admission? {
    guard let host = claim.host, isOurs(host) else {
      return .refused(
        421, "this page is not called \(claim.host ?? "by no name"); add the name under web.hosts")
    }
    if let origin = claim.origin, origin != "\(settings.isSecure ? "https" : "http")://\(host)" {
      return .refused(403, "another site, \(origin), may not use this page")
    }
    if claim.method != "GET", claim.method != "HEAD", claim.csrf == nil {
      return .refused(403, "the header \(Self.csrfHeader) is missing")
    }
    return nil
  }

  /// Whether a browser that names this host means this page.
  private func isOurs(_ host: String) -> Bool {
    var name = host[...]
    if let colon = name.lastIndex(of: ":"), name.last != "]",
      name[name.index(after: colon)...].allSatisfy(\.isNumber)
    {
      name = name[..<colon]
    }
    // An address is no name that somebody else could let point here.
    if Self.isAddress(name) { return true }
    return (["localhost"] + settings.hosts).contains { $0.lowercased() == name.lowercased() }
  }

  private static func isAddress(_ host: Substring) -> Bool {
    if host.first == "[", host.last == "]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
