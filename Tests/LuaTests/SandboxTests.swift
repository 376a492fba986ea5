import Lua
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The sandbox` {
  @Test(arguments: [
    "io", "os", "require", "package", "debug", "load", "loadstring", "loadfile", "dofile",
    "collectgarbage", "print", "warn", "coroutine", "_G", "_VERSION", "arg", "bit32", "unpack",
    "string.dump", "math.random", "math.randomseed",
  ])
  func `does without`(name: String) throws {
    #expect(try evaluate("return \(name)") == .null)
  }

  @Test func `has exactly these names`() throws {
    let body = """
      local names = {}
      for key, value in pairs(_ENV) do
        if type(value) ~= "table" then names[#names + 1] = key else
          for inner, value in pairs(value) do
            names[#names + 1] = key .. "." .. inner
            assert(type(value) ~= "table")
          end
        end
      end
      return table.concat(names, " ")
      """
    #expect(
      try evaluate(body) == """
        assert error getmetatable ipairs math.abs math.acos math.asin math.atan math.ceil math.cos \
        math.deg math.exp math.floor math.fmod math.huge math.log math.max math.maxinteger math.min \
        math.mininteger math.modf math.pi math.rad math.sin math.sqrt math.tan math.tointeger \
        math.type math.ult next pairs pcall rawequal rawget rawlen rawset select setmetatable \
        string.byte string.char string.find string.format string.gmatch string.gsub string.len \
        string.lower string.match string.pack string.packsize string.rep string.reverse string.sub \
        string.unpack string.upper table.concat table.insert table.move table.pack table.remove \
        table.sort table.unpack test tonumber tostring type utf8.char utf8.charpattern \
        utf8.codepoint utf8.codes utf8.len utf8.offset xpcall
        """)
  }

  @Test func `keeps the metatable of strings`() throws {
    #expect(try evaluate("return getmetatable('')") == .bool(false))
    #expect(
      try failure(of: "return getmetatable('').__index").text
        == "test.lua:1: attempt to index a boolean value")
    #expect(try failure(of: "setmetatable('', {})").code == .runtime)
    #expect(try evaluate("return ('').dump") == .null)
    #expect(try evaluate("return ('a'):upper()") == "A")
    #expect(try evaluate("return '10' + 1") == "11")
    #expect(try evaluate("string.evil = type return ('x').evil == type") == .bool(true))
  }

  @Test func `has no finalizers`() throws {
    for body in [
      "setmetatable({}, {__gc = function() while true do end end})",
      "local mt = {} setmetatable({}, mt) mt.__gc = type setmetatable({}, mt)",
      "setmetatable({}, setmetatable({__gc = true}, {__index = type}))",
    ] {
      #expect(
        try failure(of: body).text
          == "test.lua:1: bad argument #2 to 'setmetatable' (a metatable cannot have a __gc)")
    }
    let late = """
      local called = false
      for i = 1, 1000 do
        local mt = {}
        local t = setmetatable({}, mt)
        mt.__gc = function() called = true end
      end
      local s for i = 1, 10000 do s = {} end
      return called
      """
    #expect(try evaluate(late) == .bool(false))
  }

  @Test(arguments: [
    "tostring({})", "tostring(type)", "tostring(function() end)", "string.format('%s', {})",
    "string.format('%5s%%%-9.3s', type, {})", "('%s'):format(setmetatable({}, {__name = 'x'}))",
    "select(2, pcall(error, setmetatable({}, {__tostring = function() return 'x' end})))",
    "select(2, pcall(string.format, '%p', 'a'))",
    "select(2, pcall(string.format, '%s%-10p', 1, {}))",
    "select(2, pcall(string.format, '%q', {}))", "select(2, pcall(function() return {} .. '' end))",
    "select(2, pcall(function() return {} < {} end))", "select(2, pcall(string.rep, {}))",
    "select(2, pcall(table.concat, {{}}))",
  ])
  func `tells no address`(expression: String) throws {
    let text = try evaluate("return tostring(\(expression))")
    guard case .text(let text) = text else {
      Issue.record("no text")
      return
    }
    #expect(!text.contains("0x") && !text.contains(": 0"), "\(text)")
    #expect(try !failure(of: "error(tostring(\(expression)))").description.contains("0x"))
  }

  @Test func `formats as usual otherwise`() throws {
    #expect(
      try evaluate(
        "return ('%5.1f|%-4d|%04d|%s|%s|%q|%x|%%'):format(1.25, 7, 7, nil, 'é', 'a\"', 255)")
        == #"  1.2|7   |0007|nil|é|"a\""|ff|%"#)
    #expect(
      try evaluate(
        "return ('%s'):format(setmetatable({}, {__tostring = function() return 'T' end}))")
        == "T")
    #expect(
      try failure(of: "return ('%d'):format({})").text
        == "test.lua:1: bad argument #1 to 'format' (number expected, got table)")
    #expect(
      try failure(of: "return ('%s%s'):format(1)").text
        == "test.lua:1: bad argument #2 to 'format' (no value)")
    #expect(try failure(of: "return ('%'):format(1)").code == .runtime)
  }

  @Test func `catches errors`() throws {
    #expect(try evaluate("return {pcall(error, 'a', 0)}") == [.bool(false), "a"])
    #expect(try evaluate("local ok, text = pcall(error, 'a') return text") == "a")
    #expect(
      try evaluate("return table.concat({select(2, pcall(function() return 1, 2 end))}, ' ')")
        == "1 2")
    #expect(
      try evaluate(
        "return table.concat({select(2, xpcall(function(a, b) return b, a end, type, 1, 2))}, ' ')")
        == "2 1")
    #expect(
      try evaluate(
        "local ok, text = xpcall(error, function(text) return text .. '!' end, 'a') return text")
        == "a!")
    #expect(try evaluate("local ok, text = xpcall(error, error, 'a') return text") == "a")
    #expect(try failure(of: "xpcall(type)").code == .runtime)
  }
}
