import Glibc
import Lua
import Testing

@Suite(.timeLimit(.minutes(1)), .serialized) struct `The limits` {
  @Test(arguments: [
    "while true do end",
    "goto again ::again:: goto again",
    "repeat local ok = pcall(function() while true do end end) until false",
    "while true do pcall(error) end",
    "local function f() pcall(f) f() end f()",
    "xpcall(function() while true do end end, function() while true do end end)",
    "xpcall(error, function() while true do end end)",
    "local t <close> = setmetatable({}, {__close = function() while true do end end})",
    """
    pcall(function()
      local t <close> = setmetatable({}, {__close = function() while true do end end})
      while true do end
    end)
    while true do end
    """,
    "setmetatable({}, {__index = function() while true do end end}).a = nil; local t = "
      + "setmetatable({}, {__index = function() while true do end end}) return t.a",
    "for i in ipairs(setmetatable({}, {__index = type})) do end",
    "table.sort({1, 2, 3}, function() while true do end end)",
    "('a'):gsub('a', function() while true do end end)",
    "tostring(setmetatable({}, {__tostring = function() while true do end end}))",
    "while true do pcall(string.rep, 'x', 1 << 30) end",
    "local s = ('x'):rep(1 << 21) while true do local t = s .. 'y' end",
    "local s = ('x'):rep(1 << 21) while true do s:upper() end",
    "local s = ('x'):rep(1 << 21) while true do s:find('y', 1, true) end",
    "local s = ('x'):rep(1 << 21) while true do utf8.len(s) end",
    "local a, b = ('x'):rep(1 << 20), ('x'):rep(1 << 20) while true do local c = a == b end",
    "table.move({}, 1, 1 << 60, 2)",
    "table.move({}, math.mininteger + 1, math.maxinteger - 1, 1)",
    "table.concat(setmetatable({}, {__index = table.concat}), '', 1, 1 << 60)",
    "local t = {} for i = 1, 1e5 do t[i] = i end while true do table.insert(t, 1, 0) end",
    "local t = {} for i = 1, 1e5 do t[i] = i end while true do table.sort(t) end",
    "local t = {} for i = 1, 1e5 do t[i] = i end while true do next(t, 1) end",
    "local t = {} for i = 1, 5e4 do t[i] = i end while true do pairs(t) end",
    "while true do table.unpack({}, 1, 100000) end",
    "local t = {} for i = 1, 1e5 do t[i] = i end while true do table.concat(t) end",
  ])
  func `end what runs too long`(body: String) throws {
    let start = ContinuousClock.now
    let error = try failure(of: body)
    #expect(error.code == .instructions)
    #expect(error.text.hasSuffix("the script runs too long"), "\(error.text)")
    #expect(start.duration(to: .now) < .seconds(30))
  }

  @Test func `end a top level that runs too long`() throws {
    let source = Array("\nwhile true do end".utf8)
    let error = try #require(throws: LuaError.self) {
      try LuaScript(source: source, name: "orders.lua")
    }
    #expect(error.code == .instructions)
    #expect(error.description == "cannot load orders.lua: orders.lua:2: the script runs too long")
  }

  @Test func `count the same each time`() throws {
    let body = "local t = {} for i = 1, 500 do t['k' .. i] = i end return 'done'"
    /// The fewest instructions that suffice.
    func fewest() throws -> Int {
      var (low, high) = (0, 100_000)
      while low < high {
        let middle = (low + high) / 2
        let limits = LuaScript.Limits(instructions: middle, memory: 1 << 20)
        if (try? evaluate(body, limits: limits)) == nil { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let first = try fewest()
    #expect(first > 2_000 && first < 20_000)
    for _ in 1...3 { #expect(try fewest() == first) }
  }

  @Test(arguments: [
    "return ('x'):rep(1 << 30)", "return ('x'):rep(1 << 24, 'y')",
    "local t = {} for i = 1, 1e7 do t[i] = i end",
    "local t = {} for i = 1, 1e7 do t[i] = {} end",
    "local s = 'x' while true do s = s .. s end",
    "return table.concat(setmetatable({}, {__index = type}), '', 1, 1 << 60)",
    "return string.pack('s', ('x'):rep(1 << 23))",
    "return ('%s'):rep(1 << 21):format(table.unpack({}, 1, 1 << 21))",
    "return (('x'):rep(1 << 12):gsub('x', ('y'):rep(1 << 12)))",
  ])
  func `end what takes too much memory`(body: String) throws {
    let error = try failure(of: body)
    #expect(error.code == .memory || error.text.hasSuffix("too many results to unpack"))
    #expect(error.code != .memory || error.text == "not enough memory")
  }

  @Test func `let a script catch a want of memory`() throws {
    #expect(
      try evaluate("local ok, text = pcall(string.rep, 'x', 1 << 30) return text")
        == "not enough memory")
  }

  @Test func `include arguments and script`() throws {
    let large = LuaValue.text(String(repeating: "x", count: 9 << 20))
    #expect(try failure(of: "return 1", large).code == .memory)
    for memory in stride(from: 0, through: 60_000, by: 500) {
      let limits = LuaScript.Limits(instructions: 100_000, memory: memory)
      do {
        #expect(try evaluate("return ...", ["a": ["1"]], limits: limits) == ["a": ["1"]])
        #expect(memory > 10_000)
      } catch {
        #expect(error.code == .memory)
        #expect(error.text == "not enough memory")
      }
    }
  }

  @Test(arguments: [
    "local function f() return 1 + f() end return f()",
    "local function f() return (pcall(f)) end return tostring(f())",
    "local t = {} setmetatable(t, {__index = function(t, k) return t[k] end}) return t.a",
    "local t = {} setmetatable(t, {__index = t}) return t.a",
    "local t = setmetatable({}, {__tostring = function(t) return tostring(t) end}) tostring(t)",
    "local t = setmetatable({}, {__concat = function(a, b) return a .. b end}) return t .. 'x'",
    "local s = 'x' return (s:gsub('x', function() error(s) end))",
    "return (('x'):rep(300000):match(('(x)'):rep(40)))",
    "return (('x'):rep(300000):match(('x-'):rep(300) .. 'y'))",
    "return (('x'):rep(300000):find(('('):rep(300)))",
  ])
  func `end deep recursion`(body: String) throws {
    // What matters is that the call returns, in whatever way.
    do { _ = try evaluate(body) } catch { #expect(error.text.utf8.count < 2_000) }
  }

  @Test(arguments: ["(", "{", "not ", "function() return "]) func `end deep syntax`(
    token: String
  ) throws {
    let text = "return " + String(repeating: token, count: 100_000)
    let error = try #require(throws: LuaError.self) {
      try LuaScript(source: Array(text.utf8), name: "deep.lua")
    }
    #expect(error.code == .syntax)
  }

  /// The most resident memory that the process had, in bytes.
  private func residentMemory() -> Int {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }

  @Test func `give memory back after each call`() throws {
    let source = """
      function succeed(text) return {text .. "1", text .. "2"} end
      function fail(text) error({text .. "1", text .. "2"}) end
      """
    let script = try LuaScript(source: Array(source.utf8), name: "test.lua")
    let argument = LuaValue.text(String(repeating: "x", count: 200_000))
    func call() throws {
      guard case .list(let texts) = try script.call("succeed", [argument]) else { return }
      #expect(texts.count == 2)
      #expect(throws: LuaError.self) { try script.call("fail", [argument]) }
    }
    for _ in 1...50 { try call() }
    let before = residentMemory()
    // A thousand calls would keep 400 MB of results, and more in Lua.
    for _ in 1...1_000 { try call() }
    #expect(residentMemory() - before < 300 << 20)
  }
}
