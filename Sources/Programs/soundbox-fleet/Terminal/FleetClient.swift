import HTTP
import Glibc
import Interop
import ProgramKit
import Wire

/// Asks a monitor that runs.
struct FleetClient {
  /// The options of all commands that ask a monitor.
  static let options = [
    Option("url", value: "URL", "where the monitor serves its page (\(usualURL))"),
    Option("token-file", value: "FILE", "file with the token by which it lets you in"),
    Option("ca", value: "FILE", "the authorities to trust, in PEM, if it serves over TLS"),
    Option("certificate", value: "FILE", "your client certificate, in PEM"),
    Option("key", value: "FILE", "its key, in PEM"),
  ]

  private static let usualURL = "http://127.0.0.1:9440"

  /// The monitor's address, without a slash at the end.
  let url: String
  private let headers: [HTTPHeader]
  private let client: HTTPClient

  /// Reads the options; nothing is asked yet.
  ///
  /// - Parameter arguments: The command's arguments.
  /// - Throws: ``Failure`` if the token cannot be read.
  init(_ arguments: Arguments) throws(Failure) {
    // Both a reader and a monitor may go while something is written to them.
    signal(SIGPIPE, SIG_IGN)
    var url = arguments["url"] ?? Self.usualURL
    while url.hasSuffix("/") { url.removeLast() }
    self.url = url
    var headers: [HTTPHeader] = []
    if let path = arguments["token-file"] {
      let token = try TextFile.text(path).split(whereSeparator: \.isWhitespace)
      guard token.count == 1 else {
        throw Failure(.data, "\(path) holds no token: write the token there, and nothing else")
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

  /// Asks for something.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - query: The query's items.
  /// - Returns: The answer.
  /// - Throws: ``Failure`` if there is none, or none that was wanted.
  func get(_ path: String, _ query: [(String, String)] = []) async throws(Failure) -> JSON {
    let items = query.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    let reply: HTTPReply
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
  /// - Parameter id: The last event that was seen.
  /// - Returns: The lines.
  func eventLines(after id: String?) -> AsyncThrowingStream<String, any Error> {
    let position = id.map { [HTTPHeader("Last-Event-ID", $0)] } ?? []
    return client.lines(of: HTTPRequest("GET", "\(url)/events", headers: headers + position))
  }

  /// Why a call got no answer, in a line.
  func failure(_ error: CallError) -> Failure {
    if let status = error.status { return refusal(status, nil) }
    let words = VisibleText.of("\(error)")
    // Without a code nothing was sent: what was typed is wrong.
    return error.code == 0 && !error.isTransient
      ? Failure(.usage, words) : Failure(.unavailable, words)
  }

  /// What the monitor does not give, and what to do about that.
  private func refusal(_ status: Int, _ words: String?) -> Failure {
    let place = VisibleText.of(url)
    let reason = words.map { VisibleText.of($0) } ?? "it answers \(status)"
    return switch status {
    case 401:
      Failure(
        .configuration,
        "\(place) does not let us in: \(reason); write --token-file FILE with a token of web.access"
      )
    case 404 where words != nil: Failure(.data, "\(reason); look for it on \(place)")
    case 429: Failure(.unavailable, "\(place): \(reason)")
    case 200...299, 404:
      Failure(.unavailable, "\(place) is not a monitor: \(reason); give its address by --url")
    default: Failure(.unavailable, "\(place) refuses: \(reason); look into the monitor's log")
    }
  }
}
