import Lua
import Testing

@Suite struct `A script` {
  private func script(_ text: String, name: String = "orders.lua") throws(LuaError) -> LuaScript {
    try LuaScript(source: Array(text.utf8), name: name)
  }

  private func error(_ text: String, name: String = "orders.lua") throws -> LuaError {
    try #require(throws: LuaError.self) { try script(text, name: name) }
  }

  @Test func `has its syntax checked`() throws {
    let error = try error("local a = 1\nfunction f( return a end")
    #expect(error.code == .syntax)
    #expect(
      error.description
        == "cannot load orders.lua: orders.lua:2: <name> or '...' expected near 'return'")
  }

  @Test func `has its top level run`() throws {
    let error = try error("\n\nlocal a = b.c")
    #expect(error.code == .runtime)
    #expect(
      error.description
        == "cannot load orders.lua: orders.lua:3: attempt to index a nil value (global 'b')")
  }

  @Test func `is text`() throws {
    for chunk in ["\u{1B}Lua", "\u{1B}LuaT\0\u{19}"] {
      let error = try error(chunk)
      #expect(error.code == .syntax)
      #expect(error.text == "attempt to load a binary chunk (mode is 't')")
    }
    #expect(throws: Never.self) { try script("") }
  }

  @Test func `may begin with a byte order mark`() throws {
    #expect(try script("\u{FEFF}function f() return 'a' end").call("f", []) == "a")
    #expect(try error("\u{FEFF}\u{FEFF}").code == .syntax)
  }

  @Test func `names the function that is missing`() throws {
    let script = try script("value = 1 local function hidden() end")
    for name in ["convert", "value", "hidden", "", "a\0b"] {
      let error = try #require(throws: LuaError.self) { try script.call(name, []) }
      #expect(error.code == .missingFunction)
      #expect(error.description == "cannot call \(name) of orders.lua: there is no such function")
    }
  }

  @Test func `tells the line of an error`() throws {
    let script = try script(
      """
      local function check(order)
        if order.id == "" then error("an order needs an id") end
        return order.amount.value
      end
      function convert(order)
        local id = check(order)
        return id
      end
      function deep(n) if n == 0 then error("deep") end return (deep(n - 1)) end
      """)
    let first = try #require(throws: LuaError.self) { try script.call("convert", [["id": ""]]) }
    #expect(first.code == .runtime)
    #expect(first.step == "call convert of orders.lua")
    #expect(first.text == "orders.lua:2: an order needs an id")
    let second = try #require(throws: LuaError.self) { try script.call("convert", [["id": "1"]]) }
    #expect(second.text == "orders.lua:3: attempt to index a nil value (field 'amount')")
    let third = try #require(throws: LuaError.self) { try script.call("convert", []) }
    #expect(third.text == "orders.lua:2: attempt to index a nil value (local 'order')")
  }

  @Test(arguments: [
    ("error(nil)", "the script raised an error that is a nil value"),
    ("error()", "the script raised an error that is a nil value"),
    ("error({})", "the script raised an error that is a table value"),
    ("error(type)", "the script raised an error that is a function value"),
    ("error(12)", "the script raised an error that is a number value"),
    (
      "error(setmetatable({}, {__tostring = function() while true do end end}))",
      "the script raised an error that is a table value"
    ),
    ("error('a', 0)", "a"), ("error('')", "test.lua:1: "),
    (#"error("\xFF\xFE", 0)"#, "\u{FFFD}\u{FFFD}"), (#"error("a\0b", 0)"#, "a\0b"),
    ("assert(false)", "test.lua:1: assertion failed!"),
    ("assert(nil, 'no id')", "test.lua:1: no id"),
    ("string.rep()", "test.lua:1: bad argument #1 to 'rep' (string expected, got no value)"),
    ("(''):rep({})", "test.lua:1: bad argument #1 to 'rep' (number expected, got table)"),
    ("pairs(nil)", "test.lua:1: bad argument #1 to 'pairs' (table expected, got nil)"),
  ])
  func `describes what it raised`(body: String, text: String) throws {
    let error = try failure(of: body)
    #expect(error.code == .runtime)
    #expect(error.text == text)
  }

  @Test func `has its error cut short between characters`() throws {
    let error = try failure(of: "error('a' .. ('é'):rep(100000), 0)")
    #expect(error.text == "a" + String(repeating: "é", count: 499))
  }

  @Test func `remembers nothing`() throws {
    let script = try script(
      """
      count = 0
      local upvalue = 0
      function f()
        count, upvalue = count + 1, upvalue + 1
        string.count = (string.count or 0) + 1
        local text = ("").count
        string.rep, type = nil, nil
        return count .. upvalue .. text
      end
      """)
    for _ in 1...3 { #expect(try script.call("f", []) == "111") }
  }

  @Test func `can be called after it failed`() throws {
    let script = try script("function f(x) while x do local t = {x} end return 'done' end")
    #expect(throws: LuaError.self) { try script.call("f", ["1"]) }
    #expect(try script.call("f", []) == "done")
  }

  @Test func `can be called from several threads`() async throws {
    let script = try script(
      "function f(n) local t = {} for i = 1, n do t[i] = i end return t[#t] end")
    try await withThrowingTaskGroup { group in
      for number in 1...64 {
        group.addTask { try script.call("f", [.text("\(number)")]) == .text("\(number)") }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
