import Exposition
import ProgramKit
import Service
import Web

/// Shows the box's metrics to its own computer.
struct MetricsServer: Service {
  let name = "metrics"

  private let server: WebServer

  /// Listens.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - metrics: What is shown.
  ///   - log: Where it says what it does.
  /// - Throws: `WebError`.
  init(at place: ListenAddress, _ metrics: BoxMetrics, log: Log) throws(WebError) {
    var settings = WebSettings(address: place.address, port: place.port)
    // A Prometheus needs one or two.
    settings.connections = 16
    settings.bodyLimit = 1024
    server = try WebServer(
      settings, log: { log(.debug, "metrics", ["says": $0]) },
      respond: { Self.respond(to: $0, metrics) })
    log(.notice, "metrics shown", ["port": String(server.port)])
  }

  func run() async throws { try await server.run() }

  private static func respond(to request: WebRequest, _ metrics: BoxMetrics) -> WebResponse {
    guard request.path == "/metrics" else {
      return .text(status: 404, "the metrics are at /metrics")
    }
    guard request.method == "GET" else { return .text(status: 405, "only GET is answered here") }
    let format = Exposition.Format(accept: request.header("Accept") ?? "")
    return WebResponse(
      status: 200, headers: [WebField("Content-Type", format.mediaType)],
      body: .bytes(Array(metrics.exposition.text(as: format).utf8)))
  }
}
