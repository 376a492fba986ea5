import FoundationEssentials
import Interop
import Testing
import TestKit
import Wire

/// A box that a test asks for things, with the broker between them.
struct RequestsBox {
  let broker: MosquittoBroker
  let folder: String
  let monitor: ReceiptSubscriber
  let setup: BoxProcess.Setup
  let process: BoxProcess

  /// Lends a box that is online, and ends it in peace afterwards.
  ///
  /// - Parameters:
  ///   - settings: Lines of its configuration.
  ///   - prepare: Done before the box starts.
  ///   - body: What to do with it.
  /// - Throws: What the closures throw, or why the box did not come online.
  static func with(
    _ settings: String = "alerts: {pause: 1h}",
    prepare: (MosquittoBroker) async throws -> Void = { _ in },
    _ body: (RequestsBox) async throws -> Void
  ) async throws {
    try await withBroker { broker in
      try await withTemporaryFolder { folder in
        try await prepare(broker)
        let monitor = try await ReceiptSubscriber(broker)
        var setup = BoxProcess.Setup(port: broker.port, audio: "wav:\(folder)/out.wav")
        setup.more = settings
        let process = try BoxProcess(in: folder, setup)
        try await process.logs("online")
        try await body(
          RequestsBox(
            broker: broker, folder: folder, monitor: monitor, setup: setup, process: process))
        #expect(await process.stop() == .exited(0))
      }
    }
  }

  /// Asks with a response topic, and looks that the answer carries our correlation data.
  ///
  /// - Parameters:
  ///   - verb: What is asked.
  ///   - body: Its particulars.
  ///   - place: The box, or `all`.
  /// - Returns: The answer.
  /// - Throws: `MosquittoError` if there is none, `Refusal` if it is none of the protocol.
  func ask(
    _ verb: String, _ body: String = "{}", on place: String = "counter-1"
  ) async throws -> Response {
    let mark = UUID().uuidString
    let answer = try await broker.ask(
      body, on: "soundbox/v1/s042/\(place)/request/\(verb)", correlationData: mark)
    #expect(answer.correlationData == mark)
    #expect(answer.qos == 1)
    #expect(!answer.isRetained)
    return try Response(payload: answer.payload)
  }

  /// Asks for something that must be done, and gives what there is to tell.
  @discardableResult
  func done(
    _ verb: String, _ body: String = "{}", on place: String = "counter-1"
  ) async throws -> JSONObject {
    switch try await ask(verb, body, on: place) {
    case .ok(let data): return data
    case .error(let error): throw TestFailure(text: "\(verb): \(error)")
    case .unknown(let status, _): throw TestFailure(text: "\(verb): unknown status \(status)")
    }
  }

  /// Sends a voice command to this box.
  func command(_ id: String, _ say: String = "order.new number:1", act: Int = 0) async throws {
    try await broker.publish(
      #"{"aps":{"soundCommand":"\#(say)"},"id":"\#(id)","order":"order-\#(id)","act":\#(act)}"#,
      to: "soundbox/v1/s042/counter-1/command")
  }

  /// Waits for the receipt that says what became of an attempt.
  func handled(_ id: String, attempt: Int = 1) async throws -> SeenReceipt {
    func isMeant(_ receipt: SeenReceipt) -> Bool {
      receipt.kind == "handled" && receipt.id == id && receipt["attempt"] == String(attempt)
    }
    try await monitor.collect { $0.contains(where: isMeant) }
    guard let receipt = monitor.all.first(where: isMeant) else { throw TestFailure(text: id) }
    return receipt
  }

  /// How many alerts ring.
  func ringing() async throws -> String? { try await done("health")["ringing"]?.text }
}
