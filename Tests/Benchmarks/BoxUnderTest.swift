import FoundationEssentials
import Interop
import TestKit

/// The release build of `soundbox`, run with a configuration of its own.
struct BoxUnderTest {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  static let program =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/soundbox" } ?? "soundbox"

  /// What differs from measure to measure.
  struct Setup {
    var port: UInt16
    var audio = "none"
    /// None, so that the figures tell of the program; a shop's box keeps the usual one.
    var leadIn = "0ms"
    /// All orders are taken and spoken one by one, however many come at once.
    var queue = "limit: 100000, summaryAbove: never"
    var keepAlive = "30s"
    var environment: [String: String?] = [:]
  }

  /// What the ids of orders begin with.
  static let idPrefix = "bench-"
  /// The topic of voice commands to it.
  static let commands = "soundbox/v1/s042/bench/command"
  /// The topic of requests to it.
  static func request(_ verb: String) -> String { "soundbox/v1/s042/bench/request/\(verb)" }

  let process: ChildProcess

  init(in folder: String, _ setup: Setup, rule: String? = nil) throws {
    let configuration = """
      store: s042
      box: bench
      broker: mqtt://127.0.0.1:\(setup.port)
      pack: \(Self.repository)/Sounds/zh-CN
      audio: "\(setup.audio)"
      leadIn: \(setup.leadIn)
      queue: {\(setup.queue)}
      session: {keepAlive: \(setup.keepAlive)}
      state: \(folder)/state
      orders:
      \(rule.map { "  - \($0)" } ?? "")
        - topic: shop/orders
          id: "{id}"
          say: "order.new number:{number} money:CNY{total}"
      """
    try configuration.write(toFile: "\(folder)/box.yaml", atomically: true, encoding: .utf8)
    process = try ChildProcess(
      Self.program, ["run", "--config", "\(folder)/box.yaml", "--log", "error"],
      environment: setup.environment, errors: .inherit)
  }

  func stop() async {
    process.send(15)
    _ = await process.wait()
  }

  /// The voice command of one announcement.
  static func command(_ sound: String, id: String, more: String) -> String {
    #"{"aps":{"soundCommand":"\#(sound)"},"id":"\#(id)",\#(more)}"#
  }

  static func order(_ number: Int) -> String {
    #"{"type":"order.created","id":"\#(idPrefix)\#(number)","number":\#(number % 1000),"total":"\#(number % 1000).50"}"#
  }
}
