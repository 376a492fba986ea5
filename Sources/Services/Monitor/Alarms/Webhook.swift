import Digest
public import Fleet
public import Wire

/// Posts one call of a webhook.
public protocol WebhookPosting: Sendable {
  /// Posts a call and waits for the response.
  ///
  /// - Parameter call: The call; its address may be a secret.
  /// - Returns: The status of the response.
  /// - Throws: Why there is no response, in words without secrets.
  func post(_ call: WebhookCall) async throws -> Int
}

/// One call of a webhook.
public struct WebhookCall: Sendable, Equatable {
  /// The address.
  public let url: String
  /// The header fields.
  public let headers: [(name: String, value: String)]
  /// The body, JSON in UTF-8.
  public let body: [UInt8]

  public static func == (left: WebhookCall, right: WebhookCall) -> Bool {
    left.url == right.url && left.body == right.body
      && left.headers.elementsEqual(right.headers, by: ==)
  }
}

/// Sends notices to a web server.
///
/// Each call is signed: `X-Soundbox-Signature: t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>">`
/// in hexadecimal digits. The receiver checks the signature against the body as it came, rejects old times,
/// and recognises a repeated call by its `Idempotency-Key`.
public struct Webhook: AlarmChannel {
  /// The statuses that mean that this notice will never be accepted.
  private static let rejections: Set<Int> = [400, 410, 413, 415, 422]

  public let name: String
  private let url: String
  private let secret: [UInt8]
  private let now: @Sendable () -> Timestamp
  private let poster: any WebhookPosting

  /// Creates a webhook.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - secret: The key of the signatures.
  ///   - name: The channel's name.
  ///   - now: The monitor's clock.
  ///   - poster: Posts the calls.
  public init(
    _ url: String, secret: [UInt8], name: String = "webhook",
    now: @escaping @Sendable () -> Timestamp, poster: any WebhookPosting
  ) {
    self.url = url
    self.secret = secret
    self.name = name
    self.now = now
    self.poster = poster
  }

  public func send(_ notice: AlarmNotice) async -> DeliveryResult {
    do {
      let status = try await poster.post(call(notice))
      if (200...299).contains(status) { return .delivered }
      let reason = "the webhook responds with status \(status)"
      return Self.rejections.contains(status) ? .rejected(reason) : .failed(reason)
    } catch {
      return .failed("\(error)")
    }
  }

  /// The call for a notice, signed now.
  func call(_ notice: AlarmNotice) -> WebhookCall {
    let body = Array(notice.json.encoded.utf8)
    let time = String(now().milliseconds / 1000)
    let code = SHA256.hmacHex(of: Array("\(time).".utf8) + body, key: secret)
    return WebhookCall(
      url: url,
      headers: [
        ("Content-Type", "application/json"), ("Idempotency-Key", notice.id),
        ("X-Soundbox-Signature", "t=\(time),v1=\(code)"),
      ], body: body)
  }
}
