import HTTP
import Glibc
import Interop
import ProgramKit
import Wire

/// A client of a running monitor's HTTP interface.
struct FleetClient {
  /// The options of all commands that query a monitor.
  static let options = [
    Option("url", value: "URL", "where the monitor serves its page (\(defaultURL))"),
    Option("token-file", value: "FILE", "a file with your access token"),
    Option("ca", value: "FILE", "the certificate authorities to trust, in PEM"),
    Option("certificate", value: "FILE", "your client certificate, in PEM"),
    Option("key", value: "FILE", "its key, in PEM"),
  ]

  private static let defaultURL = "http://127.0.0.1:9440"

  /// The monitor's URL, without a trailing slash.
  let url: String
  private let headers: [HTTPHeader]
  private let client: HTTPClient

  /// Reads the options; does not connect yet.
  ///
  /// - Parameter arguments: The command's arguments.
  /// - Throws: ``Failure`` if the token cannot be read.
  init(_ arguments: Arguments) throws(Failure) {
    // Both the reader of our output and the monitor may go while we write.
    signal(SIGPIPE, SIG_IGN)
    var url = arguments["url"] ?? Self.defaultURL
    while url.hasSuffix("/") { url.removeLast() }
    self.url = url
    var headers: [HTTPHeader] = []
    if let path = arguments["token-file"] {
      let token = try TextFile.text(path).split(whereSeparator: \.isWhitespace)
      guard token.count == 1 else {
        throw Failure(
          .data, "\(path) is not a token file: it must contain the token and nothing else")
      }
      headers.append(HTTPHeader("Authorization", "Bearer \(token[0])"))
    }
    self.headers = headers
    var settings = CallSettings()
    // The monitor sends its counters every second.
    settings.silence = .seconds(10)
    settings.largestBody = 64 << 20
    settings.ca = arguments["ca"]
    settings.certificate = arguments["certificate"]
    settings.key = arguments["key"]
    client = HTTPClient(settings)
  }

  /// Requests a resource.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - query: The query's items.
  /// - Returns: The answer.
  /// - Throws: ``Failure`` if the request fails or is refused.
  func get(_ path: String, _ query: [(String, String)] = []) async throws(Failure) -> JSON {
    let items = query.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    let reply: HTTPResponse
    do {
      reply = try await client.send(
        HTTPRequest("GET", url + path + (items.isEmpty ? "" : "?\(items)"), headers: headers))
    } catch {
      throw failure(error)
    }
    let json = try? JSONReader.read(reply.body)
    guard reply.isSuccess, let json else {
      throw refusal(reply.status, json?.text("error"))
    }
    return json
  }

  /// The lines of the events, as they come; they end with `CallError`.
  ///
  /// - Parameter id: The last event that was shown.
  /// - Returns: The lines.
  func eventLines(after id: String?) -> AsyncThrowingStream<String, any Error> {
    let position = id.map { [HTTPHeader("Last-Event-ID", $0)] } ?? []
    return client.lines(of: HTTPRequest("GET", "\(url)/events", headers: headers + position))
  }

  /// Describes a failed request in a line.
  func failure(_ error: CallError) -> Failure {
    if let status = error.status { return refusal(status, nil) }
    let text = VisibleText.of("\(error)")
    // Without a code nothing was sent: the options are wrong.
    return error.code == 0 && !error.isTransient
      ? Failure(.usage, text) : Failure(.unavailable, text)
  }

  /// Describes a refusal, and what to do about it.
  private func refusal(_ status: Int, _ words: String?) -> Failure {
    let place = VisibleText.of(url)
    let reason = words.map { VisibleText.of($0) } ?? "status \(status)"
    return switch status {
    case 401:
      Failure(
        .configuration,
        "\(place) denies access: \(reason); use --token-file FILE with a token of web.access"
      )
    case 404 where words != nil: Failure(.data, "\(reason); look for it on \(place)")
    case 429: Failure(.unavailable, "\(place): \(reason)")
    case 200...299, 404:
      Failure(
        .unavailable, "\(place) is not a monitor: \(reason); give the monitor's address with --url")
    default: Failure(.unavailable, "\(place) refuses: \(reason); see the monitor's log")
    }
  }
}
