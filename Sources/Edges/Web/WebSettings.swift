/// Where a server listens, and how much it lets its clients take.
public struct WebSettings: Sendable {
  /// An IPv4 or IPv6 address in figures, such as `127.0.0.1` or `::1`; `::` stands for all of both.
  public var address: String
  /// The TCP port; 0 lets the kernel choose a free one.
  public var port: UInt16
  /// How connections are encrypted; `nil` for plain HTTP.
  public var tls: WebTLS?
  /// The longest body of a request, in bytes; a longer one is answered with 413.
  public var bodyLimit = 65_536
  /// The most connections at a time; further ones wait until one ends.
  public var connections = 512
  /// The most connections at a time from one address; further ones are closed.
  ///
  /// `nil` for no limit.
  public var connectionsPerAddress: Int?
  /// How long a connection may neither send nor take anything before it is closed.
  ///
  /// Doesn't count while a request is being answered, or while a stream has nothing to tell.
  /// Counted in whole seconds.
  public var idleTimeout = Duration.seconds(30)
  /// The memory of one connection, in bytes: all headers of a request must fit in it.
  public var connectionMemory = 32_768

  /// Describes a server.
  ///
  /// - Parameters:
  ///   - address: An address in figures.
  ///   - port: The TCP port; 0 for a free one.
  ///   - tls: How connections are encrypted; `nil` for plain HTTP.
  public init(address: String = "127.0.0.1", port: UInt16 = 0, tls: WebTLS? = nil) {
    self.address = address
    self.port = port
    self.tls = tls
  }

  /// The address and port as they stand in a URL.
  func place(port: UInt16) -> String {
    address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
