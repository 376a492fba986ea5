public import Wire

/// One page in a browser, as somebody would use it.
public struct Tab: Sendable {
  private let browser: Browser
  private let session: String

  /// Opens an empty one.
  ///
  /// - Parameters:
  ///   - browser: The browser.
  ///   - language: What the browser prefers.
  ///   - size: Its size; narrow ones are phones.
  ///   - isDark: Whether dark colours are preferred.
  /// - Throws: ``BrowserFault``.
  public init(
    in browser: Browser, language: String = "en-GB", size: (width: Int, height: Int) = (1280, 900),
    isDark: Bool = false
  ) async throws {
    self.browser = browser
    let target = try await browser.send("Target.createTarget", ["url": .string("about:blank")])
    let attached = try await browser.send(
      "Target.attachToTarget", ["targetId": target["targetId"], "flatten": .bool(true)])
    session = attached["sessionId"]?.text ?? ""
    for domain in ["Page", "Runtime", "Log"] { try await send("\(domain).enable") }
    try await send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(JSONNumber(size.width)), "height": .number(JSONNumber(size.height)),
        "deviceScaleFactor": .number(JSONNumber(1)), "mobile": .bool(size.width < 600),
      ])
    try await send(
      "Emulation.setUserAgentOverride",
      ["userAgent": .string("test"), "acceptLanguage": .string(language)])
    try await send(
      "Emulation.setEmulatedMedia",
      [
        "features": .array([
          .object([
            "name": .string("prefers-color-scheme"), "value": .string(isDark ? "dark" : "light"),
          ])
        ])
      ])
    // What a page keeps a policy from doing is remembered beside the page's own scripts.
    try await send(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": .string(
          """
          window.violations = [];
          addEventListener("securitypolicyviolation", (event) =>
            window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
          """)
      ])
  }

  /// Asks the page for something, and waits for the answer.
  ///
  /// - Parameters:
  ///   - method: What, as the DevTools protocol calls it.
  ///   - parameters: Its parameters.
  /// - Returns: The answer.
  /// - Throws: ``BrowserFault``.
  @discardableResult
  public func send(_ method: String, _ parameters: JSONObject = [:]) async throws -> JSONObject {
    try await browser.send(method, parameters, session: session)
  }

  /// Goes to an address.
  ///
  /// - Parameter url: The address.
  /// - Throws: ``BrowserFault``.
  public func open(_ url: String) async throws {
    try await send("Page.navigate", ["url": .string(url)])
  }

  /// What a script gives.
  ///
  /// - Parameter script: An expression; a promise is waited for.
  /// - Returns: Its value.
  /// - Throws: ``BrowserFault``, also if the script throws.
  @discardableResult
  public func run(_ script: String) async throws -> JSON {
    let answer = try await send(
      "Runtime.evaluate",
      [
        "expression": .string(script), "awaitPromise": .bool(true), "returnByValue": .bool(true),
      ])
    if let fault = answer["exceptionDetails"] {
      throw BrowserFault(fault.value(at: ["exception", "description"])?.text ?? fault.encoded)
    }
    return answer["result"]?.object?["value"] ?? .null
  }

  /// The text that a script gives.
  ///
  /// - Parameter script: An expression.
  /// - Returns: Its value; nothing if that is no text.
  /// - Throws: ``BrowserFault``, also if the script throws.
  public func text(_ script: String) async throws -> String { try await run(script).text ?? "" }

  /// Waits until something holds in the page; what never comes ends the test with what the page says.
  ///
  /// - Parameter condition: An expression.
  /// - Throws: ``BrowserFault``.
  public func wait(until condition: String) async throws {
    let script = """
      new Promise((done, fail) => {
        const end = Date.now() + 40000;
        const look = () => {
          let holds = false;
          try { holds = Boolean(\(condition)); } catch {}
          if (holds) done(true);
          else if (Date.now() > end) fail(new Error("never came: " + \(JSON.string(condition).encoded)
            + "; the page says: " + document.body.innerText.slice(0, 1500)));
          else setTimeout(look, 20);
        };
        look();
      })
      """
    while true {
      do {
        try await run(script)
        return
      } catch let fault as BrowserFault
        where fault.description.contains("navigated") || fault.description.contains("context")
      {
        // The page was left meanwhile; the next one is looked at.
        continue
      }
    }
  }

  /// Clicks in the middle of an element, as a mouse does.
  ///
  /// - Parameter selector: The element, which may still have to come.
  /// - Throws: ``BrowserFault``.
  public func click(_ selector: String) async throws {
    let quoted = JSON.string(selector).encoded
    try await wait(until: "document.querySelector(\(quoted))?.checkVisibility()")
    let place = try await run(
      """
      (() => {
        const element = document.querySelector(\(quoted));
        element.scrollIntoView({ block: "center" });
        const box = element.getBoundingClientRect();
        return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
      })()
      """)
    for type in ["mousePressed", "mouseReleased"] {
      try await send(
        "Input.dispatchMouseEvent",
        [
          "type": .string(type), "x": place.value(at: ["0"]), "y": place.value(at: ["1"]),
          "button": .string("left"), "clickCount": .number(JSONNumber(1)),
        ])
    }
  }

  /// Types a text where the focus is.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``BrowserFault``.
  public func type(_ text: String) async throws {
    try await send("Input.insertText", ["text": .string(text)])
  }

  /// Presses a key, such as `Tab` or `Enter`.
  ///
  /// - Parameters:
  ///   - key: Its name.
  ///   - code: Its number, as `keyCode` has it.
  ///   - text: What it types.
  /// - Throws: ``BrowserFault``.
  public func press(_ key: String, code: Int, text: String? = nil) async throws {
    for type in ["keyDown", "keyUp"] {
      try await send(
        "Input.dispatchKeyEvent",
        [
          "type": .string(type), "key": .string(key), "code": .string(key),
          "windowsVirtualKeyCode": .number(JSONNumber(code)),
          "text": type == "keyDown" ? text.map { .string($0) } : nil,
        ])
    }
  }

  /// Leaves it for good.
  ///
  /// - Throws: ``BrowserFault``.
  public func close() async throws { try await send("Page.close") }

  /// What the page was kept from doing by its policy.
  ///
  /// - Returns: A list of texts.
  /// - Throws: ``BrowserFault``.
  public func violations() async throws -> JSON { try await run("window.violations") }
}
