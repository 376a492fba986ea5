/// How a client calls.
///
/// A server's certificate and host name are always verified; there is no switch for that. Redirects are
/// not followed.
public struct CallSettings: Sendable {
  /// How long it may take to reach the server, its encryption included.
  public var connecting = Duration.seconds(10)
  /// How long a whole call may take; it does not count for lines that are read as they come.
  public var total = Duration.seconds(30)
  /// How long nothing may come while lines are awaited, in whole seconds.
  public var silence = Duration.seconds(60)
  /// How large a body may be, and how long one line, in bytes.
  public var largestBody = 4 << 20
  /// Path of the certificates to trust, in PEM; `nil` trusts the system's store.
  public var ca: String?
  /// Path of our own certificate in PEM, for a server that asks for one.
  public var certificate: String?
  /// Path of the private key of ``certificate``, in PEM, not protected by a passphrase.
  public var key: String?
  /// Whether the proxies are used that the environment names.
  public var usesProxies = false

  /// Starts with the usual settings.
  public init() {}
}
