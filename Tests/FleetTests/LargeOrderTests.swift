import Digest
import Fleet
import Orders
import Testing
import Wire

@Suite struct `An order message that is too large for boxes` {
  private static let topic = "shop/s7/orders/7"

  private func reader(_ listeners: OrderListener...) throws -> ReportReader {
    ReportReader(topics: try FleetTopics(), orders: listeners)
  }

  private func listener(_ template: String, store: String? = nil) throws -> OrderListener {
    let filter = template.split(separator: "/").map { $0 == "{store}" ? "+" : String($0) }
    let topic = try #require(TopicFilter(rawValue: filter.joined(separator: "/")))
    var rule = OrderRule(topic: topic, say: try SayTemplate("order.new"))
    rule.id = try Template("{id}")
    return OrderListener(
      template: template, store: store.flatMap { Identifier(rawValue: $0) }, rules: [rule])
  }

  /// What it reads: one report, or none.
  private func read(
    _ payload: [UInt8], under topic: String = topic, isRetained: Bool = false,
    by reader: ReportReader
  ) throws -> Report? {
    let arrival = Timestamp(milliseconds: 1_795_953_600_000)
    let reports = reader.read(
      topic: topic, payload: payload, isRetained: isRetained, at: arrival)
    try #require(reports.count < 2)
    return reports.first
  }

  /// A message of so many bytes.
  private func message(_ size: Int) -> [UInt8] {
    let start = Array(#"{"id":"7","note":""#.utf8)
    return start + [UInt8](repeating: UInt8(ascii: "x"), count: size - start.count - 2)
      + Array(#""}"#.utf8)
  }

  @Test func `is a command named by its digest, as in the receipt of a box`() throws {
    let payload = message(1_234_567)
    let reader = try reader(
      listener("other/{store}/orders/+"), listener("shop/{store}/orders/+"))
    let report = try read(payload, by: reader)
    guard case .command(let store, nil, let event, let order)? = report else {
      Issue.record("it is \(String(describing: report))")
      return
    }
    #expect(store.rawValue == "s7")
    let digest = SHA256.hex(of: Array(Self.topic.utf8) + [0] + payload)
    #expect(event == EventID(id: "sha256:\(digest)"))
    #expect(order == "message of 1,234,567 bytes on \(Self.topic)")
  }

  @Test func `begins behind one mebibyte`() throws {
    let reader = try reader(listener("shop/+/orders/+", store: "s7"))
    for (size, id) in [(1_048_576, "7"), (1_048_577, nil)] {
      let payload = message(size)
      let report = try read(payload, by: reader)
      guard case .command(_, nil, let event, _)? = report else {
        Issue.record("\(size) bytes are \(String(describing: report))")
        continue
      }
      #expect(payload.count == size)
      #expect(event.id == id || id == nil && event.id.hasPrefix("sha256:"))
    }
  }

  @Test func `is none if no rule reads its topic, or if the broker retained it`() throws {
    let reader = try reader(listener("other/{store}/orders/+"), listener("shop/{store}/#"))
    let payload = message(1 << 21)
    #expect(try read(payload, under: "shop", by: reader) == nil)
    #expect(try read(payload, under: "elsewhere/s7", by: reader) == nil)
    #expect(try read(payload, under: "shop/no store/7", by: reader) == nil)
    #expect(try read(payload, isRetained: true, by: reader) == nil)
    #expect(try read(payload, by: reader) != nil)
  }

  @Test func `has an order text that fits, whatever its topic`() throws {
    let reader = try reader(listener("shop/{store}/#"))
    let topic = "shop/s7/" + String(repeating: "新", count: 20_000)
    let report = try read(message(1 << 24), under: topic, by: reader)
    guard case .command(_, _, _, let order)? = report else { return #expect(Bool(false)) }
    #expect(order.hasPrefix("message of 16,777,216 bytes on shop/s7/新"))
    #expect(order.count < 150)
  }
}
