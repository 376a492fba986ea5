import Lua
import Testing

@Suite struct `Order in a script` {
  @Test func `of keys is by number, then by bytes`() throws {
    let body = """
      local t, list = {b = 1, a = 1, ["é"] = 1, [""] = 1, [10] = 1, [9] = 1, [-1] = 1, [1.5] = 1,
        [true] = 1, [false] = 1, [math.maxinteger] = 1, [2^53] = 1, ["a\\0"] = 1, [1 / 0] = 1}, {}
      for key in pairs(t) do list[#list + 1] = tostring(key) end
      for key in next, t do list[#list + 1] = tostring(key) end
      return table.concat(list, " ")
      """
    let once = "-1 1.5 9 10 9007199254740992 9223372036854775807 inf  a a\0 b é false true"
    #expect(try evaluate(body) == .text("\(once) \(once)"))
  }

  @Test func `of many keys is the same each time`() throws {
    let body = """
      local t, list = {}, {}
      for i = 1, 300 do t["key" .. i * 7919 % 1000] = i end
      for key, value in pairs(t) do list[#list + 1] = key .. "=" .. value end
      return table.concat(list, " ")
      """
    let first = try evaluate(body)
    for _ in 1...20 { #expect(try evaluate(body) == first) }
  }

  @Test func `needs keys that have one`() throws {
    for call in ["pairs(t)", "next(t)", "next({}, t)"] {
      #expect(
        try failure(of: "local t = {} t[t] = 1 \(call)").text
          == "test.lua:1: a table with a table as a key has no order")
    }
  }

  @Test func `holds while the table changes`() throws {
    let body = """
      local t, list = {a = 1, b = 2, c = 3, d = 4}, {}
      for key, value in pairs(t) do
        list[#list + 1] = key .. value
        t[key], t.c, t.x, t.d = nil, nil, 9, 5
      end
      return table.concat(list, " ") .. " " .. next(t)
      """
    #expect(try evaluate(body) == "a1 b2 d5 d" || evaluate(body) == "a1 b2 d5 x")
  }

  @Test func `is up to the table if it says so`() throws {
    let body = """
      local t = setmetatable({}, {__pairs = function(t) return function(t, k)
        if not k then return 1, "one" end end, t, nil end})
      for key, value in pairs(t) do return key .. value end
      """
    #expect(try evaluate(body) == "1one")
  }

  @Test func `of pairs can be gone through twice`() throws {
    let body = """
      local step, t, start = pairs({a = 1, b = 2})
      local list = {}
      for _ = 1, 2 do for key in step, t, start do list[#list + 1] = key end end
      return table.concat(list) .. #list
      """
    #expect(try evaluate(body) == "abab4")
  }

  @Test func `is stable when sorting`() throws {
    let body = """
      local t = {}
      for i = 1, 1000 do t[i] = {rank = i * 7919 % 10, place = i} end
      table.sort(t, function(a, b) return a.rank < b.rank end)
      for i = 2, #t do
        local a, b = t[i - 1], t[i]
        if a.rank > b.rank or a.rank == b.rank and a.place >= b.place then return i end
      end
      return #t
      """
    #expect(try evaluate(body) == "1000")
  }

  @Test(arguments: [
    ("{}", ""), ("{1}", "1"), ("{2, 1}", "1 2"), ("{3, 1, 2}", "1 2 3"),
    ("{'b', 'a', 'é', 'B'}", "B a b é"), ("{5, 4, 3, 2, 1, 1}", "1 1 2 3 4 5"),
  ])
  func `is right when sorting`(list: String, sorted: String) throws {
    #expect(
      try evaluate("local t = \(list) table.sort(t) return table.concat(t, ' ')") == .text(sorted))
  }

  @Test func `is left alone if sorting fails`() throws {
    let body = "local t = {3, 2, 'a', 1} pcall(table.sort, t) return table.concat(t, ' ')"
    #expect(try evaluate(body) == "3 2 a 1")
    #expect(
      try failure(of: "table.sort({1, {}})").text
        == "attempt to compare table with number")
    #expect(try failure(of: "table.sort({2, 1}, 1)").code == .runtime)
    #expect(
      try evaluate("local t = {2, 1} table.sort(t, function() return true end) return 'ok'") == "ok"
    )
  }

  @Test func `of a table with a made-up length is refused`() throws {
    for call in ["insert(t, 1, 1)", "remove(t, 1)", "concat(t)", "unpack(t)"] {
      #expect(
        try failure(
          of: "local t = setmetatable({}, {__len = function() return 1 << 60 end}) table.\(call)"
        ).text.hasSuffix("(its metatable has a __len)"))
    }
  }
}
