/// Where a program listens: an address in figures, and a port.
package struct ListenAddress: Equatable, Sendable {
  /// The address, without brackets.
  package let address: String
  /// The port.
  package let port: UInt16

  /// Reads `ADDRESS:PORT`, with brackets around an IPv6 address.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var address = text[..<colon]
    if address.first == "[", address.last == "]" { address = address.dropFirst().dropLast() }
    guard !address.isEmpty else { return nil }
    self.address = String(address)
    self.port = port
  }

  /// Whether only this computer can reach it.
  package var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}
