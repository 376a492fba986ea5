import Synchronization
import TestKit
import Wire

/// A receipt as it was published, or as a monitor has stored it.
struct SeenReceipt: Equatable {
  let json: JSONObject

  subscript(key: String) -> String? { json[key]?.text }
  var id: String { self["id"] ?? "" }
  var kind: String { self["receipt"] ?? "" }
  var outcome: String? { self["outcome"] }
  var seq: Int { Int(self["seq"] ?? "") ?? 0 }
  var isDuplicate: Bool { json["duplicate"] == .bool(true) }
  var isReplayed: Bool { json["replayed"] == .bool(true) }

  /// The box that sent it, with its store: `s042/counter-1`.
  var sender: String { "\(self["store"] ?? "")/\(self["box"] ?? "")" }
  /// What it tells: its id, attempt, kind and outcome.
  var statement: String {
    "\(id)#\(self["attempt"] ?? "") \(kind) \(outcome ?? "")"
  }
  /// Whether the monitor that stored it had not seen it before.
  var isNew: Bool { ["first", "late"].contains(self["mark"]) }
}

/// Collects a box's receipts, as operations would.
final class ReceiptSubscriber: Sendable {
  private let subscriber: MosquittoSubscriber
  private let receipts = Mutex<[SeenReceipt]>([])

  /// Subscribes, with a session that outlives the broker's restarts.
  ///
  /// - Parameters:
  ///   - broker: The broker.
  ///   - box: The box; `+` for all boxes of the store.
  /// - Throws: `MosquittoError`.
  init(_ broker: MosquittoBroker, of box: String = "counter-1") async throws {
    subscriber = try await broker.subscribe(
      to: "soundbox/v1/s042/\(box)/receipt/+",
      arguments: ["-i", "monitor", "-c", "-x", "3600"])
  }

  /// All receipts so far.
  var all: [SeenReceipt] { receipts.withLock { $0 } }

  /// Waits for the next receipt.
  @discardableResult
  func next() async throws -> SeenReceipt {
    let message = try await subscriber.next()
    guard let object = try JSONReader.read(message.payload).object else {
      throw TestFailure(text: message.text)
    }
    let receipt = SeenReceipt(json: object)
    guard message.topic.hasSuffix("/receipt/\(receipt.kind)") else {
      throw TestFailure(text: "\(message.topic): \(message.text)")
    }
    receipts.withLock { $0.append(receipt) }
    return receipt
  }

  /// Collects until something holds for all receipts so far.
  func collect(until isEnough: ([SeenReceipt]) -> Bool) async throws {
    while !isEnough(all) { try await next() }
  }

  /// Collects until each id has a `handled` receipt.
  func collect(untilHandled ids: [String]) async throws {
    try await collect { receipts in
      Set(receipts.filter { $0.kind == "handled" }.map(\.id)).isSuperset(of: ids)
    }
  }
}
