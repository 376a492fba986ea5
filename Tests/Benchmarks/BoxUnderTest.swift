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

  let process: ChildProcess

  init(
    in folder: String, port: UInt16, audio: String = "none", environment: [String: String?] = [:]
  ) throws {
    let configuration = """
      store: s042
      box: bench
      broker: mqtt://127.0.0.1:\(port)
      pack: \(Self.repository)/Sounds/zh-CN
      audio: "\(audio)"
      leadIn: 0ms
      state: \(folder)/state
      orders:
        - topic: shop/orders
          id: "{id}"
          say: "order.new number:{number} money:CNY{total}"
      """
    try configuration.write(toFile: "\(folder)/box.yaml", atomically: true, encoding: .utf8)
    process = try ChildProcess(
      Self.program, ["run", "--config", "\(folder)/box.yaml", "--log", "error"],
      environment: environment, errors: .inherit)
  }

  func stop() async {
    process.send(15)
    _ = await process.wait()
  }

  static func order(_ number: Int) -> String {
    #"{"type":"order.created","id":"bench-\#(number)","number":\#(number % 1000),"total":"\#(number % 1000).50"}"#
  }
}
