import Settings
import Testing

@Suite struct `Reading settings` {
  let decoder = SettingsDecoder()

  @Test func `fills a type, with lines for what asks for them`() throws {
    let settings = try decoder.decode(
      BoxSettings.self,
      from: """
        store: s042   # the shop
        broker:
          mqtts://broker.example:8883
        credentials: {username: s042/counter-1}
        mode: quiet
        isOpen: true
        orders:
          - topic: shop/orders/+
            say: "order.new code:{order.pickupNo}"
            count: 3
          - {topic: pay, say: x}
        limits: {a: 1, b: -2.5e1}
        """, file: "box.yaml")
    #expect(settings.store == "s042")
    #expect(settings.broker.value == "mqtts://broker.example:8883")
    #expect(settings.broker.location == Location(file: "box.yaml", line: 3))
    #expect("\(settings.broker.location)" == "box.yaml:3")
    #expect(settings.credentials == .init(username: "s042/counter-1", passwordFile: nil))
    #expect(settings.mode == .quiet)
    #expect(settings.isOpen == true)
    #expect(settings.port == nil)
    #expect(settings.orders?.map(\.count) == [3, nil])
    #expect(settings.orders?[0].say == "order.new code:{order.pickupNo}")
    #expect(settings.limits == ["a": 1, "b": -25])
  }

  @Test func `keeps texts as they stand`() throws {
    let words = ["0123", "no", "1.0", "99710000000000000001", "1e3", "0x10", "2026-11-29", "true"]
    let list = words.map { "- \($0)" }.joined(separator: "\n")
    #expect(try decoder.decode([String].self, from: list, file: "x") == words)
    #expect(
      try decoder.decode([String].self, from: "['', \"~\", 'null']", file: "x") == [
        "", "~", "null",
      ])
  }

  @Test func `takes nothing for optional values`() throws {
    let values = try decoder.decode([String?].self, from: "[~, null, a, 'null']", file: "x")
    #expect(values == [nil, nil, "a", "null"])
    let settings = try decoder.decode(
      BoxSettings.self, from: "store: a\nbroker: b\nmode:\ncredentials: ~\nport: null", file: "x")
    #expect(settings.mode == nil && settings.credentials == nil && settings.port == nil)
  }

  @Test func `reads an empty file as no keys`() throws {
    struct Nothing: Decodable { var a: Int? }
    for text in ["", "# a comment\n", "---\n", "~"] {
      #expect(try decoder.decode(Nothing.self, from: text, file: "x").a == nil)
    }
  }

  @Test func `lets a type try one form after another`() throws {
    struct OneOrMore: Decodable {
      var values: [String]
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          values = try container.decode([String].self)
        } catch {
          values = [try container.decode(String.self)]
        }
      }
    }
    let all = try decoder.decode([OneOrMore].self, from: "[a, [b, c], 7]", file: "x")
    #expect(all.map(\.values) == [["a"], ["b", "c"], ["7"]])
    #expect(
      faults("- a\n- {b: c}", as: [OneOrMore].self) == [
        "box.yaml:2: '[1]' must be text, but is a mapping: "
          + "quote text that begins with '{' or '['"
      ])
  }

  @Test func `lends enumerations with values, nested and unkeyed containers`() throws {
    enum Shape: Decodable, Equatable {
      case circle(radius: Int)
      case none
    }
    struct Pair: Decodable {
      var x: Int
      var y: String
      var path: String
      enum Outer: String, CodingKey { case inner, list }
      enum Inner: String, CodingKey { case x }
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        x = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner).decode(
          Int.self, forKey: .x)
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        #expect(try list.decodeNil())
        y = try list.decode(String.self)
        #expect(list.isAtEnd)
        path = list.codingPath.map(\.stringValue).joined(separator: ".")
      }
    }
    #expect(
      try decoder.decode([Shape].self, from: "[{circle: {radius: 4}}, {none: {}}]", file: "x")
        == [.circle(radius: 4), .none])
    let pairs = try decoder.decode([Pair].self, from: "- inner: {x: 3}\n  list: [~, z]", file: "x")
    #expect(pairs.map(\.x) == [3] && pairs.map(\.y) == ["z"] && pairs.map(\.path) == ["0.list"])
    #expect(
      faults("- inner: {x: 3, z: 4}\n  list: [~, z]", as: [Pair].self) == [
        "box.yaml:1: unknown key '[0].inner.z': the keys here are x"
      ])
  }
}
