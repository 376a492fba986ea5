import CMicroHTTPD
import Interop

/// Where a server listens, and the limits for its clients.
public struct WebSettings: Sendable {
  /// A numeric IPv4 or IPv6 address, such as `127.0.0.1` or `::1`; `::` means all of both families.
  public var address: String
  /// The TCP port; 0 lets the kernel choose a free one.
  public var port: UInt16
  /// The encryption; `nil` for plain HTTP.
  public var tls: WebTLS?
  /// The longest request body, in bytes; a longer one is answered with 413.
  public var bodyLimit = 65_536
  /// The most connections at a time; more wait until one ends.
  public var connections = 512
  /// How long a connection may neither send nor receive before it is closed, in whole seconds.
  ///
  /// Does not count while a response or its next chunk is being prepared.
  public var idleTimeout = Duration.seconds(30)
  /// The memory per connection, in bytes; all headers of a request must fit in it.
  public var connectionMemory = 32_768

  /// Describes a server.
  ///
  /// - Parameters:
  ///   - address: A numeric address.
  ///   - port: The TCP port; 0 for a free one.
  ///   - tls: The encryption; `nil` for plain HTTP.
  public init(address: String = "127.0.0.1", port: UInt16 = 0, tls: WebTLS? = nil) {
    self.address = address
    self.port = port
    self.tls = tls
  }

  /// The address and port as written in a URL.
  func place(port: UInt16) -> String {
    address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}

/// A server's certificate and the authorities it accepts clients from; TLS 1.2 or newer.
public struct WebTLS: Sendable {
  /// The server's certificate with its intermediate certificates, as PEM text.
  public var certificate: String
  /// The private key of ``certificate`` as PEM text, not protected by a passphrase.
  public var key: String
  /// The certificates of the authorities that sign clients' certificates, as PEM text.
  ///
  /// If set, the server asks clients for a certificate, which stays optional: see
  /// ``WebRequest/clientName``.
  public var clientAuthorities: String?

  /// Describes the encryption.
  ///
  /// - Parameters:
  ///   - certificate: The server's certificate as PEM text.
  ///   - key: Its private key as PEM text.
  ///   - clientAuthorities: The authorities of clients' certificates, as PEM text; `nil` asks for none.
  public init(certificate: String, key: String, clientAuthorities: String? = nil) {
    self.certificate = certificate
    self.key = key
    self.clientAuthorities = clientAuthorities
  }
}

extension WebTLS {
  /// Loads the texts into GnuTLS, because libmicrohttpd does not say what is wrong with them.
  func check() throws(WebError) {
    var made: gnutls_certificate_credentials_t?
    let code = unsafe MicroHTTPD.library.pointee.gnutls_certificate_allocate_credentials(&made)
    guard code == 0, let credentials = unsafe made else {
      throw .tls(code, "prepare TLS", hint: "check the free memory")
    }
    let owned = unsafe Owned(credentials) {
      unsafe MicroHTTPD.library.pointee.gnutls_certificate_free_credentials($0)
    }
    let loaded = unsafe WebTLS.withDatum(certificate) { certificate in
      unsafe WebTLS.withDatum(key) { key in
        unsafe MicroHTTPD.library.pointee.gnutls_certificate_set_x509_key_mem(
          owned.pointer, &certificate, &key, GNUTLS_X509_FMT_PEM)
      }
    }
    guard loaded >= 0 else {
      throw .tls(
        loaded, "use the server's certificate and key",
        hint: "give a certificate and the key that belongs to it, both as PEM")
    }
    guard let clientAuthorities else { return }
    let trusted = unsafe WebTLS.withDatum(clientAuthorities) {
      unsafe MicroHTTPD.library.pointee.gnutls_certificate_set_x509_trust_mem(
        owned.pointer, &$0, GNUTLS_X509_FMT_PEM)
    }
    guard trusted > 0 else {
      throw .tls(
        trusted < 0 ? trusted : GNUTLS_E_NO_CERTIFICATE_FOUND, "use the clients' authorities",
        hint: "give at least one certificate of an authority as PEM")
    }
  }

  private static func withDatum(
    _ text: String, _ body: (inout gnutls_datum_t) -> Int32
  ) -> Int32 {
    var bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return unsafe body(&datum)
    }
  }
}
