import Interop
import Monitor
import ProgramKit
import Service
import Web

/// Serves the page: joins the web server to access and monitor.
struct PageServer: Service {
  let name = "page"

  /// What every answer carries: nothing from elsewhere is loaded, run, framed or kept.
  private static let guards = [
    WebField(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'"
    ),
    WebField("X-Content-Type-Options", "nosniff"), WebField("Referrer-Policy", "no-referrer"),
    WebField("Cross-Origin-Opener-Policy", "same-origin"),
    WebField("Cross-Origin-Resource-Policy", "same-origin"),
    WebField("Cache-Control", "no-store"),
  ]

  /// Where answers are worked out: they may have to wait for the store, which must hold up nobody else.
  private static let bench = BlockingExecutor(label: "page")

  private let server: WebServer
  private let log: Log

  /// The port it listens on.
  var port: UInt16 { server.port }

  /// Listens.
  ///
  /// - Parameters:
  ///   - settings: Where and how.
  ///   - access: Who is let in.
  ///   - monitor: What answers.
  ///   - log: Where it says what it does.
  /// - Throws: `WebError`.
  init(
    _ settings: WebSettings, access: Access, monitor: FleetMonitor, log: Log
  ) throws(WebError) {
    server = try WebServer(
      settings, log: { log(.debug, "web server", ["says": $0]) },
      respond: { await Self.respond(to: $0, access: access, monitor: monitor, log: log) })
    self.log = log
  }

  func run() async throws { try await server.run() }

  private static func respond(
    to request: WebRequest, access: Access, monitor: FleetMonitor, log: Log
  ) async -> WebResponse {
    let claim = Access.RequestCredentials(
      method: request.method, host: request.header("Host"), origin: request.header("Origin"),
      authorization: request.header("Authorization"),
      cookie: request.cookie(Access.cookieName), csrf: request.header(Access.csrfHeader),
      certificateName: request.clientName, address: request.remoteAddress)
    // Whoever looks after the program calls it by its address.
    if let answer = monitor.answerAboutItself(request.path) { return response(answer) }
    if let refusal = access.fault(in: claim) { return response(.refusal(refusal)) }
    if let asset = PageAsset(path: request.path),
      request.method == "GET" || request.method == "HEAD"
    {
      return response(PageAnswer(asset))
    }
    if request.method == "POST", request.path == "/login" { return login(request, access, log) }
    switch access.admit(claim) {
    case .refused(let status, let reason):
      return response(.refusal(.refused(status, reason)))
    case .principal(let principal):
      if request.method == "POST", request.path == "/logout" {
        if let cookie = claim.cookie { access.close(cookie: cookie) }
        return WebResponse(
          status: 204, headers: guards + [WebField("Set-Cookie", access.setCookie(""))])
      }
      let question = PageRequest(
        method: request.method, path: request.path,
        query: request.query.map { ($0.name, $0.value) }, body: request.body,
        principal: principal, hasSession: claim.cookie.map(access.isOpen(cookie:)) ?? false,
        lastEventID: request.header("Last-Event-ID"), accept: request.header("Accept") ?? "")
      return response(await bench.work { _ in await monitor.answer(question) })
    }
  }

  private static func login(
    _ request: WebRequest, _ access: Access, _ log: Log
  ) -> WebResponse {
    let token = String(decoding: request.body, as: UTF8.self)
    switch access.open(token: token, from: request.remoteAddress) {
    case .refused(let status, let reason):
      log(.warning, "login refused", ["origin": request.remoteAddress, "reason": reason])
      return response(.refusal(.refused(status, reason)))
    case .opened(let cookie, let principal):
      log(
        .notice, "logged in",
        ["who": principal.name, "role": principal.role.rawValue, "origin": principal.origin])
      return WebResponse(
        status: 204, headers: guards + [WebField("Set-Cookie", access.setCookie(cookie))])
    }
  }

  private static func response(_ answer: PageAnswer) -> WebResponse {
    let headers =
      guards + [WebField("Content-Type", answer.type)]
      + answer.headers.map { WebField($0.name, $0.value) }
    switch answer.body {
    case .bytes(let bytes):
      return WebResponse(status: answer.status, headers: headers, body: .bytes(bytes))
    case .pieces(let next):
      return WebResponse(
        status: answer.status, headers: headers, body: .chunks { await bench.work { _ in next() } })
    case .events(let feed):
      let pace = Pace()
      return WebResponse(
        status: answer.status, headers: headers,
        body: .chunks {
          try await pace.wait()
          return await bench.work { _ in feed.next() }
        })
    }
  }
}

/// Lets something happen at once, and then once a second.
private actor Pace {
  private var isFirst = true

  func wait() async throws {
    if isFirst {
      isFirst = false
    } else {
      try await Task.sleep(for: .seconds(1))
    }
  }
}
