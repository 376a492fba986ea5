import FoundationEssentials
import Interop

/// `soundbox run` as a process of its own, in a folder of its own.
struct BoxProcess: RunningProgram {
  /// What differs from test to test.
  struct Setup {
    /// The broker's port.
    var port: UInt16
    var box = "counter-1"
    var pack = "zh-CN"
    var audio = "none"
    /// The settings of the queue; every order is announced by itself unless a test says otherwise.
    var queue = "summaryAbove: never"
    var environment: [String: String?] = [:]
    /// More settings, at the top level.
    var more = ""
    /// More rules, before the one for orders.
    var rules = ""
  }

  let program: ProgramUnderTest

  /// Writes the configuration into `folder` and starts the box there.
  ///
  /// - Parameters:
  ///   - folder: Where it keeps its state.
  ///   - setup: What differs from test to test.
  ///   - wrapper: A program that starts it, with its arguments.
  /// - Throws: Why it could not be started.
  init(in folder: String, _ setup: Setup, wrapper: [String] = []) throws {
    let configuration = """
      store: s042
      box: \(setup.box)
      broker: mqtt://127.0.0.1:\(setup.port)
      session: {reconnectLimit: 300ms, keepAlive: 5s}
      pack: \(Program.pack(setup.pack))
      audio: "\(setup.audio)"
      queue: {\(setup.queue)}
      state: \(folder)/state
      \(setup.more)
      orders:
      \(setup.rules)
        - topic: shop/orders/+
          when: {type: order.created}
          id: "{order.id}-created"
          order: "{order.id}"
          say: "order.new number:{order.number} money:{order.currency}{order.total}"
      """
    let path = "\(folder)/box.yaml"
    try configuration.write(toFile: path, atomically: true, encoding: .utf8)
    program = try ProgramUnderTest(
      wrapper + [Program.path, "run", "--config", path, "--log", "debug"],
      environment: setup.environment)
  }
}
