import Monitor
import ProgramKit
import Settings
import Web

extension FleetReader {
  /// Reads where the page is served, and who may use it.
  ///
  /// - Parameter file: The section; `nil` for the defaults.
  /// - Returns: The settings of the server and of the access.
  mutating func web(_ file: FleetFile.Web?) -> (WebSettings, AccessSettings) {
    var settings = WebSettings(address: "127.0.0.1", port: 9440)
    var isLoopback = true
    if let text = file?.listen {
      if let place = ListenAddress(text.value) {
        (settings.address, settings.port) = (place.address, place.port)
        isLoopback = place.isLoopback
      } else {
        fault(
          text, "'\(text.value)' is not an address", "write for example 127.0.0.1:9440 or [::]:9440"
        )
      }
    }
    if let tls = file?.tls, let certificate = pem(tls.certificate), let key = pem(tls.key) {
      settings.tls = WebTLS(
        certificate: certificate, key: key, clientAuthorities: tls.clientCA.flatMap { pem($0) })
    }
    let members = (file?.access ?? []).compactMap {
      member($0, hasClientCA: file?.tls?.clientCA != nil)
    }
    if members.isEmpty, let text = file?.listen, !isLoopback {
      fault(
        text, "anybody who reaches '\(text.value)' could operate the boxes",
        "name who is let in under web.access, each with a token or a client certificate")
    }
    return (
      settings,
      AccessSettings(
        members: members, hosts: (file?.hosts ?? []).map(\.value), isSecure: settings.tls != nil)
    )
  }

  private mutating func member(
    _ file: FleetFile.Web.Member, hasClientCA: Bool
  ) -> AccessSettings.Member? {
    guard let role = Principal.Role(rawValue: file.role.value) else {
      fault(file.role, "'\(file.role.value)' is not a role", "write view or operate")
      return nil
    }
    if file.tokenFile == nil, file.certificate == nil {
      fault(
        file.name, "nothing proves that somebody is '\(file.name.value)'",
        "write a tokenFile, or the name in the client certificate")
    }
    if let certificate = file.certificate, !hasClientCA {
      fault(
        certificate, "no client certificate is asked for",
        "write the authority of client certificates as web.tls.clientCA")
    }
    let token = file.tokenFile.flatMap { self.token($0) }
    return AccessSettings.Member(
      name: file.name.value, role: role, token: token, certificateName: file.certificate?.value)
  }

  private mutating func token(_ path: Located<String>) -> String? {
    guard let text = pem(path) else { return nil }
    let token = text.hasSuffix("\n") ? String(text.dropLast()) : text
    if token.utf8.count < 16 || token.contains(where: \.isWhitespace) {
      fault(
        path, "the token in '\(path.value)' is too easy to guess",
        "put 16 or more characters there, for example from: openssl rand -hex 24")
    }
    return token
  }

  private mutating func pem(_ path: Located<String>) -> String? {
    do { return try TextFile.text(path.value) } catch {
      fault(
        path, "cannot read '\(path.value)'", error.lines.joined(separator: "; "))
      return nil
    }
  }
}
