import FoundationEssentials
import Testing
import TestKit
import Wire

/// Boxes of one store whose alerts ring once and then wait for an hour.
enum StoreBoxes {
  /// Starts boxes, each in a folder of its own, and waits until all are online.
  ///
  /// - Parameters:
  ///   - names: The boxes.
  ///   - folder: Where their folders are.
  ///   - broker: The broker.
  ///   - settings: Lines of each one's configuration.
  ///   - environment: Variables of each one.
  /// - Returns: The boxes, in the order of their names.
  /// - Throws: Why one of them did not come online.
  static func start(
    _ names: [String], in folder: String, at broker: MosquittoBroker,
    settings: (String) -> String = { _ in "" }, environment: [String: String?] = [:]
  ) async throws -> [BoxProcess] {
    var boxes: [BoxProcess] = []
    for name in names {
      let own = "\(folder)/\(name)"
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      var setup = BoxProcess.Setup(port: broker.port, box: name)
      setup.more = "alerts: {pause: 1h}\n" + settings(name)
      setup.rules = """
          - topic: shop/orders/+
            when: {type: order.accepted}
            acknowledges: "{order.id}"
        """
      setup.environment = environment
      boxes.append(try BoxProcess(in: own, setup))
    }
    for box in boxes { try await box.logs("online") }
    return boxes
  }

  /// Sends the store an order that rings until somebody acknowledges it.
  static func alert(_ order: String, at broker: MosquittoBroker) async throws {
    try await broker.publish(
      #"{"aps":{"soundCommand":"order.new"},"id":"\#(order)-created","order":"\#(order)","act":4}"#,
      to: "soundbox/v1/s042/all/command")
  }

  /// Waits until boxes have rung, and looks that they ring for so many orders and no others.
  static func ring(
    _ names: [String], _ orders: [String], at broker: MosquittoBroker
  ) async throws {
    for name in names {
      func ask(_ verb: String, _ body: String) async throws -> JSONObject {
        let answer = try await broker.ask(
          body, on: "soundbox/v1/s042/\(name)/request/\(verb)", correlationData: name)
        guard case .ok(let data) = try Response(payload: answer.payload) else {
          throw TestFailure(text: "\(name): \(verb)")
        }
        return data
      }
      // A self-test is spoken after what came before it.
      _ = try await ask("say", #"{"soundCommand":"chime"}"#)
      let ringing = try await ask("health", "{}")["ringing"]?.text
      #expect(ringing == String(orders.count), "alerts of \(name)")
    }
  }
}

extension ReceiptSubscriber {
  /// Waits until boxes have said what became of an id; their receipts, in the order of their names.
  func outcomes(of id: String, of boxes: [String]) async throws -> [SeenReceipt] {
    func of(_ receipts: [SeenReceipt]) -> [SeenReceipt] {
      receipts.filter {
        $0.kind == "handled" && $0.id == id && boxes.contains($0["box"] ?? "")
      }
    }
    try await collect { Set(of($0).map { $0["box"] }).count == boxes.count }
    return of(all).sorted { $0["box"] ?? "" < $1["box"] ?? "" }
  }
}
