import Interop
import Monitor
import ProgramKit
import Service
import Web

/// Serves the page: joins the web server to access and monitor.
struct PageServer: Service {
  let name = "page"

  /// What every answer carries: nothing from elsewhere is loaded, run, framed or kept.
  fileprivate static let guards = [
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

  private let server: WebServer

  /// The port it listens on.
  var port: UInt16 { server.port }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - settings: Where and how.
  ///   - access: Decides who may use the page.
  ///   - page: Answers the requests.
  ///   - log: The log.
  /// - Throws: `WebError`.
  init(
    _ settings: WebSettings, access: Access, page: PageAPI, log: Log
  ) throws(WebError) {
    let responder = Responder(access: access, page: page, log: log)
    server = try WebServer(
      settings, log: { log(.debug, "web server", ["says": $0]) },
      respond: { await responder.respond(to: $0) })
  }

  func run() async throws { try await server.run() }
}

/// Joins the web server to access and page.
private struct Responder {
  let access: Access
  let page: PageAPI
  let log: Log
  /// Where answers are made: a large one must not hold up the rest of the program.
  private let executor = BlockingExecutor(label: "page")

  init(access: Access, page: PageAPI, log: Log) {
    self.access = access
    self.page = page
    self.log = log
  }

  func respond(to request: WebRequest) async -> WebResponse {
    // Health checks call the program by its address.
    if let answer = page.healthAnswer(request.path) { return response(answer) }
    let credentials = Access.RequestCredentials(request)
    do throws(Access.Refused) {
      try access.checkOrigin(of: credentials)
      if let asset = PageAsset(path: request.path),
        request.method == "GET" || request.method == "HEAD"
      {
        return response(PageAnswer(asset))
      }
      if request.method == "POST", request.path == "/login" { return try logIn(request) }
      let principal = try access.admit(credentials)
      if request.method == "POST", request.path == "/logout" {
        if let cookie = credentials.cookie { access.logOut(cookie: cookie) }
        return cookieResponse("")
      }
      let pageRequest = pageRequest(request, by: principal, credentials)
      return response(await executor.work { _ in await page.answer(pageRequest) })
    } catch {
      return response(.refused(error))
    }
  }

  private func pageRequest(
    _ request: WebRequest, by principal: Principal, _ credentials: Access.RequestCredentials
  ) -> PageRequest {
    var result = PageRequest(request.method, request.path, by: principal)
    result.query = request.query.map { ($0.name, $0.value) }
    result.body = request.body
    result.hasLogin = credentials.cookie.map(access.isLoggedIn(cookie:)) ?? false
    result.lastEventID = request.header("Last-Event-ID")
    result.accept = request.header("Accept") ?? ""
    return result
  }

  private func logIn(_ request: WebRequest) throws(Access.Refused) -> WebResponse {
    let token = String(decoding: request.body, as: UTF8.self)
    do throws(Access.Refused) {
      let (cookie, principal) = try access.logIn(token: token, from: request.remoteAddress)
      log(
        .notice, "logged in",
        ["who": principal.name, "role": principal.role.rawValue, "origin": principal.origin])
      return cookieResponse(cookie)
    } catch {
      log(.warning, "login refused", ["origin": request.remoteAddress, "reason": error.reason])
      throw error
    }
  }

  private func cookieResponse(_ cookie: String) -> WebResponse {
    WebResponse(
      status: 204,
      headers: PageServer.guards + [WebField("Set-Cookie", access.setCookie(cookie))])
  }

  private func response(_ answer: PageAnswer) -> WebResponse {
    let headers =
      PageServer.guards + [WebField("Content-Type", answer.type)]
      + answer.headers.map { WebField($0.name, $0.value) }
    switch answer.body {
    case .bytes(let bytes):
      return WebResponse(status: answer.status, headers: headers, body: .bytes(bytes))
    case .pieces(let next):
      return WebResponse(
        status: answer.status, headers: headers,
        body: .chunks { await executor.work { _ in await next() } })
    case .events(let feed):
      let pace = Pace()
      return WebResponse(
        status: answer.status, headers: headers,
        body: .chunks {
          try await pace.wait()
          return await executor.work { _ in await feed.next() }
        })
    }
  }
}

extension Access.RequestCredentials {
  /// What a request to the web server carries.
  fileprivate init(_ request: WebRequest) {
    self.init(request.method, host: request.header("Host"), from: request.remoteAddress)
    origin = request.header("Origin")
    authorization = request.header("Authorization")
    cookie = request.cookie(Access.cookieName)
    csrf = request.header(Access.csrfHeader)
    certificateName = request.clientName
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
