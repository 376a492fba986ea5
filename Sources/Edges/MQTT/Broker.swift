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
  ///   - credentials: User name and password, if the broker requires them.
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

/// A user name and its password (MQTT 5.0, 3.1.3.5 and 3.1.3.6).
///
/// However it is printed, the password stays out of sight.
public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
  /// The name.
  public let username: String
  /// The password.
  public let password: String

  /// Joins a name and its password.
  ///
  /// - Parameters:
  ///   - username: The name.
  ///   - password: The password.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }

  public var description: String { "\(username):…" }

  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}

/// Whom to trust on an encrypted connection, and how to prove who we are.
///
/// TLS 1.2 or newer. The broker's certificate and host name are always verified; there is no switch
/// for that. All files are PEM and are read again at each connection, so that a renewed certificate
/// takes effect with the next one.
public struct TLSSettings: Sendable {
  /// Path of the certificates to trust; `nil` trusts the system's store.
  public var ca: String?
  /// Path of our own certificate, for a broker that requires one.
  public var certificate: String?
  /// Path of the private key of ``certificate``, not protected by a passphrase.
  public var key: String?

  /// Describes an encrypted connection.
  ///
  /// - Parameters:
  ///   - ca: Path of the certificates to trust; `nil` trusts the system's store.
  ///   - certificate: Path of our own certificate, if the broker requires one.
  ///   - key: Path of its private key; stands if and only if `certificate` does.
  public init(ca: String? = nil, certificate: String? = nil, key: String? = nil) {
    self.ca = ca
    self.certificate = certificate
    self.key = key
  }
}

extension Broker {
  /// Checks what can be checked without a connection.
  func check() throws(MQTTError) {
    guard !host.isEmpty, port != 0 else {
      throw .settings("no broker “\(address)”", hint: "give the broker's host name and port")
    }
    guard (tls?.certificate == nil) == (tls?.key == nil) else {
      throw .settings("half a client certificate", hint: "give both the certificate and its key")
    }
  }
}
