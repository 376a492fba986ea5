import CMicroHTTPD
import Interop

extension WebTLS {
  /// Makes sure that GnuTLS can work with the texts, since libmicrohttpd does not tell what is wrong.
  func check() throws(WebError) {
    var made: gnutls_certificate_credentials_t?
    let code = unsafe MicroHTTPD.library.pointee.gnutls_certificate_allocate_credentials(&made)
    guard code == 0, let credentials = unsafe made else {
      throw .tls(code, "prepare TLS", hint: "see to the memory that is left")
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
