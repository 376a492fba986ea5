import FoundationEssentials

/// An authority of a test's own and what it has signed, all in one folder.
public struct Certificates: Sendable {
  private let folder: String

  /// Path of the authority's certificate.
  public var ca: String { "\(folder)/ca.pem" }

  /// Makes the authority.
  ///
  /// - Parameter folder: An empty folder.
  /// - Throws: ``ProgramFailed`` if `openssl` does not do it.
  public init(in folder: String) async throws {
    self.folder = folder
    try await run(
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-subj", "/CN=Test authority", "-days", "2", "-keyout", "\(folder)/ca.key", "-out", ca)
  }

  /// Signs a certificate.
  ///
  /// - Parameters:
  ///   - name: Whose it is.
  ///   - alternative: The host it stands for, such as `IP:127.0.0.1`.
  ///   - days: From which to which day it stands, counted from now.
  /// - Returns: Paths of the certificate and of its key.
  /// - Throws: ``ProgramFailed`` if `openssl` does not do it.
  public func sign(
    _ name: String, for alternative: String, days: ClosedRange<Int> = -1...1
  ) async throws -> (certificate: String, key: String) {
    let path = "\(folder)/\(name)"
    try await run(
      "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
      "/CN=\(name)", "-addext", "subjectAltName=\(alternative)", "-keyout", "\(path).key", "-out",
      "\(path).csr")
    let settings = try write(
      """
      [ca]
      default_ca = test
      [test]
      new_certs_dir = \(folder)
      database = \(path).index
      rand_serial = yes
      default_md = sha256
      policy = any
      copy_extensions = copy
      unique_subject = no
      [any]
      commonName = supplied

      """, to: "\(path).conf")
    _ = try write("", to: "\(path).index")
    try await run(
      "openssl", "ca", "-batch", "-config", settings, "-notext", "-cert", ca, "-keyfile",
      "\(folder)/ca.key", "-in", "\(path).csr", "-out", "\(path).pem", "-startdate",
      day(days.lowerBound), "-enddate", day(days.upperBound))
    return ("\(path).pem", "\(path).key")
  }

  /// Lines of a broker's configuration that make it show a certificate.
  ///
  /// - Parameter signed: Paths of the certificate and of its key.
  /// - Returns: The lines.
  public func configuration(_ signed: (certificate: String, key: String)) -> String {
    "certfile \(signed.certificate)\nkeyfile \(signed.key)"
  }
}

/// The same time of another day, as `openssl ca` takes it: `20261129120000Z`.
func day(_ offset: Int) -> String {
  let date = Date.now.addingTimeInterval(Double(offset) * 86_400)
  let digits = date.ISO8601Format().filter(\.isNumber)
  return "\(digits)Z"
}
