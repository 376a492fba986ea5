import Lua
import Testing

@Suite struct `Values of a script` {
  static let values: [LuaValue] = [
    .null, .bool(true), .bool(false), "", "A-17", "123456789012345678901234567890", "0.10",
    "e\u{301}", "\u{E9}", "\u{600}12", "a\0b\0", "\r\n", "🍕", [], ["1"], ["1", ["2", []]],
    ["a": "1"], ["": ""], ["a": ["b": ["c": [.bool(false)]]]], ["e\u{301}": "1", "\u{E9}": "2"],
  ]

  @Test(arguments: values) func `come back as they went in`(value: LuaValue) throws {
    let result = try evaluate("return ...", value)
    #expect(result == value)
    #expect(result.bytes == value.bytes)
  }

  @Test func `keep the bytes of their text`() throws {
    #expect(try evaluate("return #..., ...", "a\0e\u{301}") == "5")
    #expect(try evaluate("return (...):byte(2)", "a\0b") == "0")
    #expect(
      try evaluate(#"return "\u{600}\0\u{10FFFF}""#).bytes == Array("\u{600}\0\u{10FFFF}".utf8))
  }

  @Test func `are arguments in their order`() throws {
    #expect(
      try evaluate("local a, b, c = ... return {a, tostring(b), c}", "1", .null, "3") == [
        "1", "nil", "3",
      ])
    #expect(try evaluate("return select('#', ...)") == "0")
  }

  @Test func `lose null`() throws {
    #expect(try evaluate("return ...", ["a": .null, "b": "1"]) == ["b": "1"])
    #expect(try evaluate("local list = ... return list[1] .. list[3]", ["a", .null, "c"]) == "ac")
    #expect(try evaluate("return") == .null)
    #expect(try evaluate("return nil, 1") == .null)
  }

  @Test func `take the later of two equal keys`() throws {
    #expect(try evaluate("return ...", ["a": "1", "a": "2"]) == ["a": "2"])
  }

  @Test func `have their keys sorted by bytes`() throws {
    #expect(
      try evaluate("return ...", ["b": "1", "é": "2", "a": "3", "B": "4", "aa": "5"]) == [
        "B": "4", "a": "3", "aa": "5", "b": "1", "é": "2",
      ])
    #expect(try evaluate("return {[3] = 'c', [1] = 'a', [2] = 'b'}") == ["a", "b", "c"])
  }

  @Test(arguments: [
    ("return 12", "12"), ("return -0", "0"), ("return 1 << 63", "-9223372036854775808"),
    ("return math.maxinteger", "9223372036854775807"), ("return 7 // 2", "3"),
  ])
  func `are digits for integers`(body: String, digits: String) throws {
    #expect(try evaluate(body) == .text(digits))
  }

  @Test(arguments: [
    ("return 1.0", "the result is a float: return numbers as text, since a float is not exact"),
    (
      "return {items = {'a', 1 / 3}}",
      "the result.items[2] is a float: return numbers as text, since a float is not exact"
    ),
    (
      "return (...) + 1",
      "the result is a float: return numbers as text, since a float is not exact"
    ),
    ("return print or type", "the result is a function"),
    ("return {a = {type}}", "the result.a[1] is a function"),
    ("return {1, a = 2}", "the result has both numbers and strings as keys"),
    ("return {1, [3] = 3}", "the result is a list with the key 3, but without 2"),
    ("return {[0] = 1, 2}", "the result is a list with the key 0, but without 1"),
    ("return {[math.mininteger] = 1}", nil),
    ("return {[1.5] = 1}", "the result has a float as a key"),
    ("return {[true] = 1}", "the result has a boolean as a key"),
    ("return {[{}] = 1}", "the result has a table as a key"),
    ("return {[type] = 1}", "the result has a function as a key"),
    (#"return "\xFF""#, "the result has text that is not UTF-8"),
    (#"return {a = {"\xED\xA0\x80"}}"#, "the result.a[1] has text that is not UTF-8"),
    (#"return {["\xFF"] = 1}"#, "the result has text that is not UTF-8"),
    ("local t = {} t.t = t return t", "the result nests too deep"),
  ])
  func `are refused if they are not exact`(body: String, text: String?) throws {
    let error = try failure(of: body, "123456789012345678901234567890")
    #expect(error.code == .result)
    #expect(error.step == "call test of test.lua")
    if let text { #expect(error.text == text) }
  }

  @Test func `ignore metatables`() throws {
    #expect(
      try evaluate("return setmetatable({'a'}, {__index = error, __pairs = error, __len = error})")
        == ["a"])
  }

  /// Lists that nest `depth` deep.
  private static func nest(_ depth: Int) -> LuaValue {
    (1...depth).reduce("a") { value, _ in [value] }
  }

  @Test func `nest to a limit`() throws {
    #expect(try evaluate("return ...", Self.nest(64)) == Self.nest(64))
    #expect(try failure(of: "return ...", Self.nest(65)).code == .arguments)
    #expect(try failure(of: "return {...}", Self.nest(64)).text == "the result nests too deep")
  }

  @Test func `are limited in number`() throws {
    let body = "local t = {} for i = 1, ... do t[i] = 'a' end return t"
    #expect(try evaluate(body, "9999") == .list(Array(repeating: "a", count: 9_999)))
    #expect(try failure(of: body, "10000").text == "the result has too many values")
    let doubling = "local t = {} for i = 1, 40 do t = {t, t} end return t"
    #expect(try failure(of: doubling).text == "the result has too many values")
  }

  @Test func `are limited in size`() throws {
    let body = "local s, t = ('a'):rep(1 << 20), {} for i = 1, ... do t[i] = s end return t"
    guard case .list(let values) = try evaluate(body, "7") else {
      Issue.record("the result is no list")
      return
    }
    #expect(values.allSatisfy { $0.bytes?.count == 1 << 20 })
    #expect(try failure(of: body, "8").text == "the result is too large")
  }
}
