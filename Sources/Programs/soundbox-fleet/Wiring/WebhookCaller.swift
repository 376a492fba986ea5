import HTTP
import Monitor

/// Joins the webhook to the edge that calls web servers.
struct WebhookCaller: WebhookPosting {
  private let client: HTTPClient

  init(ca: String?) {
    var settings = CallSettings()
    settings.ca = ca
    client = HTTPClient(settings)
  }

  func post(_ call: WebhookCall) async throws -> Int {
    try await client.send(
      HTTPRequest(
        "POST", call.url, headers: call.headers.map { HTTPHeader($0.name, $0.value) },
        body: call.body)
    ).status
  }
}
