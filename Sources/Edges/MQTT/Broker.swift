/// Where a broker listens, and what it wants to see before it lets a client in.
public struct Broker: Sendable {
  /// Its host name or IP address.
  ///
  /// With TLS its certificate must be for exactly this name.
  public var host: String
  /// Its TCP port: by custom 1883, and 8883 with TLS.
  public var port: UInt16
  /// User name and password; `nil` for a broker that lets anybody in or goes by certificates.
  public var credentials: Credentials?
  /// How the broker proves who it is; `nil` for a connection in the clear.
  public var tls: TLSSettings?

  /// Describes a broker.
  ///
  /// - Parameters:
  ///   - host: Host name or IP address.
  ///   - port: TCP port.
  ///   - credentials: User name and password, if the broker asks for them.
  ///   - tls: Whom to trust, if the connection is to be encrypted.
  public init(
    host: String, port: UInt16 = 1883, credentials: Credentials? = nil, tls: TLSSettings? = nil
  ) {
    self.host = host
    self.port = port
    self.credentials = credentials
    self.tls = tls
  }

  /// Host and port as errors name them, such as “broker.example:8883”.
  public var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
