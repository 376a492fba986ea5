import FoundationEssentials
import Interop
import Messaging
import MQTT
import Orders
import TestKit
import Wire

/// Translating order messages, beside jq and Python's json doing the same extraction; and the memory of a box
/// that gets a large one.
enum TranslateBench {
  static func run() async throws -> [Row] {
    [
      try await order(), try await list(),
      try await withBroker { try await peak($0.port) },
    ]
  }

  /// One order of 2 kB.
  private static func order() async throws -> Row {
    var rule = OrderRule(
      topic: try filter(),
      say: try SayTemplate("order.new code:{order.pickupNo} money:{order.currency}{order.total}"))
    rule.conditions = [.value(try path("type"), .oneOf(["order.created"]))]
    rule.id = try Template("{order.id}-created")
    rule.order = try Template("{order.id}")
    rule.issued = try Template("{createdAt}")
    let message = Array(messages.order.utf8)
    let own = try measure(rule, message, rounds: 20_000, events: 1)
    let python = try await python(
      messages.order, rounds: 5_000,
      """
      o = m["order"]
      if m["type"] == "order.created":
          f"{o['id']}-created {o['pickupNo']} {o['currency']}{o['total']} {m['createdAt']}"
      """)
    let jq = try await jq(
      messages.order, copies: 2_000,
      #"select(.type == "order.created") | "\(.order.id)-created \(.order.pickupNo) \(.order.currency)\(.order.total) \(.createdAt)""#
    )
    return Row(
      what: "translating an order of \(message.count) bytes", figure: own.microseconds,
      beside: "Python \(python), jq \(jq)", promise: "≤ 40 µs", holds: own <= .microseconds(40))
  }

  /// A list of 500 orders, 600 kB.
  private static func list() async throws -> Row {
    let message = Array(messages.list.utf8)
    let own = try measure(try listRule(), message, rounds: 60, events: 500)
    let python = try await python(
      messages.list, rounds: 20,
      """
      for e in m["orders"]:
          if e["type"] == "order.created":
              o = e["order"]
              f"{o['id']}-created {o['pickupNo']} {o['currency']}{o['total']} {e['createdAt']}"
      """)
    let jq = try await jq(
      messages.list, copies: 10,
      #".orders[] | select(.type == "order.created") | "\(.order.id)-created \(.order.pickupNo) \(.order.currency)\(.order.total) \(.createdAt)""#
    )
    return Row(
      what: "translating 500 orders, \(message.count / 1000) kB", figure: own.milliseconds,
      beside: "Python \(python), jq \(jq)", promise: "≤ 15 ms", holds: own <= .milliseconds(15))
  }

  /// The most memory that a box ever held, after it has said all of a list of 500 orders.
  private static func peak(_ port: UInt16) async throws -> Row {
    try await withTemporaryFolder { folder in
      let box = try BoxUnderTest(
        in: folder, .init(port: port),
        rule: """
          {topic: shop/list, each: orders, when: {each.type: order.created}, id: "{each.order.id}", say: "order.new code:{each.order.pickupNo} money:CNY{each.order.total}"}
          """)
      try await ThroughputBench.waitUntilOnline(port)
      let receipts = Arrivals { $0.topic.hasSuffix("/handled") }
      try await Client.with(
        port: port, id: "listing", subscriptions: ["soundbox/v1/s042/bench/receipt/+"],
        receive: receipts.note
      ) { client in
        client.publish([messages.list], to: "shop/list")
        _ = await receipts.last(of: 500)
      }
      let peak = Machine.peak(box.process.processID)
      await box.stop()
      return Row(
        what: "peak memory of a box that gets 600 kB", figure: "\(peak / 1024) MiB", beside: "-",
        promise: "≤ 34 MB", holds: peak * 1024 <= 34_000_000)
    }
  }

  private static func listRule() throws -> OrderRule {
    var rule = OrderRule(
      topic: try filter(),
      say: try SayTemplate(
        "order.new code:{each.order.pickupNo} money:{each.order.currency}{each.order.total}"))
    rule.each = try path("orders")
    rule.conditions = [.value(try path("each.type"), .oneOf(["order.created"]))]
    rule.id = try Template("{each.order.id}-created")
    rule.issued = try Template("{each.createdAt}")
    return rule
  }

  private static func filter() throws -> TopicFilter {
    guard let filter = TopicFilter(rawValue: "t") else { throw Unexpected("a filter") }
    return filter
  }

  private static func path(_ text: String) throws -> FieldPath {
    guard let path = FieldPath(text) else { throw Unexpected("a path") }
    return path
  }

  /// The median time of one translation.
  private static func measure(
    _ rule: OrderRule, _ message: [UInt8], rounds: Int, events: Int
  ) throws -> Duration {
    let translator = Translator(topics: nil, rules: [rule])
    let arrival = Timestamp(milliseconds: 1_796_040_000_000)
    var times: [Duration] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      let translation = translator.translate(message, topic: "t", at: arrival)
      times.append(ContinuousClock.now - start)
      let announced = translation.events.count { event in
        if case .instruction(let instruction) = event { instruction.command != nil } else { false }
      }
      guard announced == events else { throw Unexpected("\(announced) events") }
    }
    return times.percentile(0.5)
  }

  /// What Python needs for one message, without its start.
  private static func python(
    _ message: String, rounds: Int, _ extraction: String
  ) async throws -> String {
    try await withTemporaryFolder { folder in
      let file = try write(message, to: "\(folder)/message.json")
      let body = extraction.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
      let program = try write(
        """
        import json, time
        from decimal import Decimal
        text = open("\(file)").read()
        times = []
        for _ in range(\(rounds)):
            start = time.perf_counter()
            m = json.loads(text, parse_float=Decimal)
        \(body)
            times.append(time.perf_counter() - start)
        print(int(sorted(times)[len(times) // 2] * 1e9))
        """, to: "\(folder)/peer.py")
      guard let child = try? ChildProcess("python3", [program], output: .pipe) else { return "-" }
      let output = String(decoding: await child.output?.readToEnd() ?? [], as: UTF8.self)
      guard await child.wait() == .exited(0), let time = Int(output.split(separator: "\n")[0])
      else {
        throw Unexpected("the end of python3")
      }
      return shown(.nanoseconds(time))
    }
  }

  /// What jq needs for one of many messages in one run.
  private static func jq(
    _ message: String, copies: Int, _ filter: String
  ) async throws -> String {
    try await withTemporaryFolder { folder in
      let file = try write(
        Array(repeating: message, count: copies).joined(separator: "\n"),
        to: "\(folder)/messages.json")
      let start = ContinuousClock.now
      guard let child = try? ChildProcess("jq", ["-r", filter, file], output: .pipe) else {
        return "-"
      }
      _ = await child.output?.readToEnd()
      guard await child.wait() == .exited(0) else { throw Unexpected("the end of jq") }
      return shown((ContinuousClock.now - start) / copies)
    }
  }

  private static func shown(_ time: Duration) -> String {
    time < .milliseconds(1) ? time.microseconds : time.milliseconds
  }

  /// The messages: an order with seven items, and a list of 500 smaller ones.
  private static let messages = (
    order: order(0, items: 15),
    list: "{\"orders\":["
      + (0..<500).map { order($0, items: 8) }.joined(separator: ",") + "]}"
  )

  private static func order(_ number: Int, items: Int) -> String {
    let list = (0..<items).map { item in
      #"{"sku":"SKU-\#(item)-\#(number)","name":"牛肉面 \#(item)","qty":\#(item + 1),"price":"12.50","note":null,"options":["大","辣"],"tax":0.06}"#
    }.joined(separator: ",")
    return
      #"{"type":"order.created","createdAt":"2026-11-29T12:00:00+08:00","store":{"id":"s042","name":"Example shop"},"order":{"id":7421990011223\#(number),"pickupNo":"A\#(number % 1000)","items":[\#(list)],"customer":{"phone":"13800000412","address":"Example road 1\\n2"},"currency":"CNY","total":"88.50","paid":true}}"#
  }
}
