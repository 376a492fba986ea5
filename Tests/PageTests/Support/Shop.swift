import BrowserKit
import FoundationEssentials
import Glibc
import Interop
import Synchronization
import TestKit
import Wire

/// A broker, a monitor and a browser, as operations have them.
final class Shop: Sendable {
  let broker: MosquittoBroker
  let browser: Browser
  let folder: String
  let port: UInt16
  private let running: Mutex<Program?> = Mutex(nil)

  /// The page's address.
  var page: String { "http://127.0.0.1:\(port)/" }

  init(_ broker: MosquittoBroker, in folder: String, web: String, more: String) throws {
    self.broker = broker
    self.folder = folder
    port = try freePort()
    browser = try Browser(in: folder)
    _ = try write(
      """
      name: monitor-1
      broker: mqtt://127.0.0.1:\(broker.port)
      session: {reconnectLimit: 300ms}
      database: "sqlite:\(folder)/fleet.sqlite"
      web:
        listen: 127.0.0.1:\(port)
        \(web)
      \(more)
      """, to: "\(folder)/fleet.yaml")
  }

  /// Starts the monitor, again or for the first time.
  func startMonitor() async throws {
    let monitor = try Program("soundbox-fleet", "monitor", "--config", "\(folder)/fleet.yaml")
    running.withLock { $0 = monitor }
    try await monitor.logs("online")
  }

  /// Ends the monitor in peace.
  func stopMonitor() async { await running.withLock { $0 }?.stop() }

  /// Stops the monitor where it stands, or lets it go on.
  func signalMonitor(_ signal: Int32) { running.withLock { $0 }?.send(signal) }

  /// Starts a real box, s042/counter-1, that makes no sound.
  func startBox() async throws -> Program {
    _ = try write(
      """
      store: s042
      box: counter-1
      broker: mqtt://127.0.0.1:\(broker.port)
      session: {reconnectLimit: 300ms}
      pack: \(Program.repository)/Sounds/en-US
      audio: none
      state: \(folder)/box
      """, to: "\(folder)/box.yaml")
    let box = try Program("soundbox", "run", "--config", "\(folder)/box.yaml")
    try await box.logs("online")
    return box
  }

  /// Opens the page and waits until it shows the fleet.
  func open(
    _ hash: String = "", language: String = "en-GB",
    size: (width: Int, height: Int) = (1280, 900), isDark: Bool = false
  ) async throws -> Tab {
    let tab = try await Tab(in: browser, language: language, size: size, isDark: isDark)
    try await tab.open(page + hash)
    try await tab.wait(until: "document.querySelector('#fleet:not([hidden]) #content > *')")
    return tab
  }

  // MARK: what boxes say

  /// Says for a box how it stands.
  func state(_ box: String, _ state: String, connectionNumber: Int = 1) async throws {
    try await broker.publish(
      "{\"state\":\"\(state)\",\"session\":\(connectionNumber),\"at\":\"\(moment())\"}",
      to: "soundbox/v1/\(box)/state", isRetained: true)
  }

  /// Says for a box how it does.
  func health(
    _ box: String, audio: String = "idle", queue: Int = 0, version: String = "1.4.0",
    uptime: Duration = .seconds(60), accepted: Int = 0, ignored: [Health.Ignored] = []
  ) async throws {
    var health = Health(
      at: moment(), connectionNumber: 1,
      audio: Health.Audio(Health.Audio.State(rawValue: audio), device: "default"),
      version: version)
    health.queue = queue
    (health.uptime, health.accepted, health.ignored) = (uptime, accepted, ignored)
    health.clockIsSynced = true
    health.volume = 80
    try await broker.publish(
      health.json.encoded, to: "soundbox/v1/\(box)/health", isRetained: true)
  }

  /// Says for a box what became of a command.
  func receipt(
    _ box: String, _ kind: String, _ id: String, of source: String? = nil, seq: Int,
    outcome: (name: String, code: Int)? = nil,
    settlesID: Bool = false, reason: String? = nil, spoken: String? = nil,
    isDuplicate: Bool = false
  ) async throws {
    let now = moment()
    let isHandled = kind == "handled"
    // It was heard for so long.
    let start = isHandled ? now + .milliseconds(-900) : now
    try await broker.publish(
      JSON.object([
        "v": .number(JSONNumber(1)), "receipt": .string(kind), "id": .string(id),
        "source": source.map { .string($0) },
        "order": .string(id), "attempt": .number(JSONNumber(1)), "seq": .number(JSONNumber(seq)),
        "session": .number(JSONNumber(1)), "at": .string(now.description),
        "times": .object([
          "received": .string(start.description), "delivered": .string(start.description),
          "started": isHandled ? .string(start.description) : nil,
          "finished": isHandled ? .string(now.description) : nil,
        ]),
        "outcome": outcome.map { .string($0.name) },
        "code": outcome.map { .number(JSONNumber($0.code)) },
        "reason": reason.map { .string($0) }, "spoken": spoken.map { .string($0) },
        "clock": .string("synced"), "duplicate": .bool(isDuplicate),
        "hasHandled": .number(JSONNumber(settlesID ? 1 : 0)),
      ]).encoded, to: "soundbox/v1/\(box)/receipt/\(kind)")
  }

  private func moment() -> Timestamp { Timestamp(milliseconds: SystemClock.milliseconds) }
}

/// Lends a broker, a running monitor and a browser.
///
/// - Parameters:
///   - web: A line of the section `web`.
///   - more: Further lines of the monitor's configuration.
///   - body: What to do with them.
/// - Throws: What `body` throws, or why they could not be started.
func withShop(
  web: String = "hosts: []", more: String = "", body: (Shop) async throws -> Void
) async throws {
  try await withTemporaryFolder { folder in
    try await withBroker { broker in
      let shop = try Shop(broker, in: folder, web: web, more: more)
      do {
        try await shop.startMonitor()
        try await body(shop)
      } catch {
        await shop.browser.end()
        throw error
      }
      await shop.browser.end()
    }
  }
}
