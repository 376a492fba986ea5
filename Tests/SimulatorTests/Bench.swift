import Messaging
import Wire

@testable import Simulator

/// One virtual box under test, with a clock that the test owns.
struct Bench {
  static let start = Timestamp(milliseconds: 1_795_953_600_000)

  /// A message of the box.
  struct Seen {
    let topic: String
    let json: JSONObject

    subscript(key: String) -> String? { json[key]?.text }
  }

  var box: VirtualBox
  var now = Bench.start
  private(set) var seen: [Seen] = []

  init(_ faults: Set<Faults.Kind> = [], speaking: Int64 = 3000) throws {
    let store = Identifier(rawValue: "s1")
    let name = Identifier(rawValue: "box-1")
    guard let store, let name else { throw Refusal("name", "is none") }
    box = VirtualBox(
      VirtualBox.Profile(
        name: BoxName(store: store, box: name), faults: faults, speaking: speaking,
        healthInterval: 60_000, version: "1"),
      topics: try FleetTopics(), firstHealth: 60_000, at: Self.start)
    _ = box.connecting(at: now)
    box.connected(at: now)
    collect()
    seen = []
  }

  mutating func command(
    _ id: String, with members: String = "", saying sound: String = "queue.call number:1",
    to topic: String = "s1/box-1/command", isRetained: Bool = false
  ) {
    let body = #"{"aps":{"soundCommand":"\#(sound)"},"id":"\#(id)"\#(members)}"#
    send(body, to: topic, isRetained: isRetained)
  }

  mutating func send(_ body: String, to topic: String, isRetained: Bool = false) {
    box.take(
      Message(
        topic: "soundbox/v1/\(topic)", payload: Array(body.utf8), isRetained: isRetained), at: now)
    collect()
  }

  mutating func pass(_ time: Duration) {
    let end = now + time
    while box.due <= end.milliseconds {
      now = Timestamp(milliseconds: max(now.milliseconds, box.due))
      box.advance(to: now)
    }
    now = end
    collect()
  }

  /// Asks for something.
  ///
  /// - Returns: The answer; `nil` if there is none yet.
  mutating func ask(_ verb: String, _ body: String = "{}", of whom: String = "box-1") -> Seen? {
    let before = seen.count
    send(body, to: "s1/\(whom)/request/\(verb)")
    return seen[before...].last { $0.topic.hasSuffix("/response/\(verb)") }
  }

  private mutating func collect() {
    while true {
      let messages = box.next(atMost: 20)
      if messages.isEmpty { return }
      for message in messages {
        if let token = message.token { box.sent(token.number) }
        guard let json = try? JSONReader.read(message.payload).object else { continue }
        seen.append(Seen(topic: message.topic, json: json))
      }
    }
  }

  /// The receipts so far, as a monitor reads them.
  var receipts: [IssuedReceipt] {
    seen.compactMap { message in
      let kinds: [Receipt.Kind] = [.delivered, .handled]
      let kind = kinds.first { message.topic.hasSuffix("/receipt/\($0.rawValue)") }
      return kind.flatMap {
        try? IssuedReceipt(payload: Array(JSON.object(message.json).encoded.utf8), topicKind: $0)
      }
    }
  }

  /// The receipts so far, each in a few words.
  var story: [String] {
    receipts.map { issued in
      let receipt = issued.receipt
      let attempt = receipt.attempt > 1 ? "#\(receipt.attempt)" : ""
      let outcome = receipt.outcome.map { "\($0.name) \($0.code)" } ?? "delivered"
      return "\(issued.seq) \(receipt.id)\(attempt) \(outcome)"
        + (receipt.isDuplicate ? " again" : "")
    }
  }
}
