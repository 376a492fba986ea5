import Digest
public import Wire

/// Posts one call of a webhook.
public protocol WebhookPosting: Sendable {
  /// Posts, and waits for the answer.
  ///
  /// - Parameter call: What to post; its address may be a secret.
  /// - Returns: The answer's status.
  /// - Throws: Why there is no answer, in words that hold no secret.
  func post(_ call: WebhookCall) async throws -> Int
}

/// One call of a webhook.
public struct WebhookCall: Sendable, Equatable {
  /// The address.
  public let url: String
  /// The head's lines.
  public let headers: [(name: String, value: String)]
  /// The body, JSON in UTF-8.
  public let body: [UInt8]

  public static func == (left: WebhookCall, right: WebhookCall) -> Bool {
    left.url == right.url && left.body == right.body
      && left.headers.elementsEqual(right.headers, by: ==)
  }
}

/// Tells of alarms by calls to a web server.
///
/// Each call is signed: `X-Soundbox-Signature: t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>">`
/// in hexadecimal digits. Who is called checks the code against the body as it came, refuses times that
/// are long past, and knows a call that comes again by its `Idempotency-Key`.
public struct Webhook: AlarmNotifying {
  /// The statuses that say that this very notice is not understood, and would not be the next time.
  private static let refusals: Set<Int> = [400, 410, 413, 415, 422]

  public let channel: String
  private let url: String
  private let secret: [UInt8]
  private let now: @Sendable () -> Timestamp
  private let poster: any WebhookPosting

  /// Makes one.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - secret: What signs the calls.
  ///   - channel: The channel's name.
  ///   - now: What time it is.
  ///   - poster: What posts the calls.
  public init(
    _ url: String, secret: [UInt8], channel: String = "webhook",
    now: @escaping @Sendable () -> Timestamp, poster: any WebhookPosting
  ) {
    self.url = url
    self.secret = secret
    self.channel = channel
    self.now = now
    self.poster = poster
  }

  public func tell(_ notice: AlarmNotice) async -> AlarmTelling {
    do {
      let status = try await poster.post(call(notice))
      if (200...299).contains(status) { return .taken }
      let reason = "the webhook answers \(status)"
      return Self.refusals.contains(status) ? .refused(reason) : .failed(reason)
    } catch {
      return .failed("\(error)")
    }
  }

  /// The call for a notice, signed for this moment.
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
