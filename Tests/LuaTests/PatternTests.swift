import Lua
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Patterns in a script` {
  @Test(arguments: [
    ("('hello world'):find('o w')", "5 7"), ("('hello'):find('l', 1, true)", "3 3"),
    ("('hello'):find('l+')", "3 4"), ("('hello'):find('(l)(l)')", "3 4 l l"),
    ("('hello'):find('')", "1 0"),
    ("('hello'):find('', 6)", "6 5"),
    ("('hello'):find('', 7)", "nil"),
    ("('hello'):find('o', -1)", "5 5"), ("('hello'):find('h', -99)", "1 1"),
    ("('a)b'):find(')')", "2 2"), ("('a+b'):find('+', 1, true)", "2 2"),
    ("('a\\0b'):find('\\0')", "2 2"), ("('a\\0b'):find('b', 1, true)", "3 3"),
    ("('12.50 EUR'):match('^(%d+)%.(%d%d)%s+(%u+)$')", "12 50 EUR"),
    ("('  é x '):match('^%s*(.-)%s*$')", "é x"),
    ("('key = value'):match('(%w+)%s*=%s*(%w+)')", "key value"),
    ("('x'):match('y')", "nil"),
    ("('abc'):match('()b()')", "2 3"),
    ("('f(a(b)c)d'):match('%b()')", "(a(b)c)"),
    ("('THE (quick) fox'):find('%f[%a]%a+', 5)", "6 10"),
    ("('\"it\\'s\"'):match('([\"\\'])(.-)%1')", "\" it's"),
    ("('a-b'):match('[%a-]+')", "a-b"),
    ("(']^'):match('[]^]+')", "]^"),
    ("('x1'):match('[^%d]')", "x"),
    ("('ab'):match('a?b?c?')", "ab"), ("('2026-12-01'):gsub('-', '')", "20261201 2"),
    ("('hello'):gsub('l', '%0%0', 1)", "helllo 1"), ("('hello'):gsub('', '.')", ".h.e.l.l.o. 6"),
    ("('a b'):gsub('(%w) (%w)', '%2 %1')", "b a 1"),
    ("('$x $y'):gsub('%$(%w)', {x = 1})", "1 $y 2"),
    ("('abc'):gsub('%w', function(c) if c == 'b' then return '!' end end)", "a!c 3"),
    ("('abc'):gsub('^a', 'x')", "xbc 1"),
    ("('aaa'):gsub('^a', 'x')", "xaa 1"),
    ("('1'):gsub('1', 2)", "2 1"),
    ("('50%'):gsub('%%', ' percent')", "50 percent 1"),
  ])
  func `work as in the manual`(expression: String, results: String) throws {
    let body = """
      local list = table.pack(\(expression))
      for i = 1, list.n do list[i] = tostring(list[i]) end
      return table.concat(list, " ")
      """
    #expect(try evaluate(body) == .text(results))
  }

  @Test func `find one match after the other`() throws {
    let body = """
      local list = {}
      for key, value in ("a=1, b=2,c=3"):gmatch("(%w+)=(%w+)") do list[#list + 1] = key .. value end
      for word in ("one two"):gmatch("%a+") do list[#list + 1] = word end
      for at in ("aXbX"):gmatch("()X") do list[#list + 1] = at end
      for empty in ("ab"):gmatch("x*") do list[#list + 1] = "<" .. empty .. ">" end
      return table.concat(list, " ")
      """
    #expect(try evaluate(body) == "a1 b2 c3 one two 2 4 <> <> <>")
  }

  @Test(arguments: [
    ("('a'):find('%')", "malformed pattern (ends with '%')"),
    ("('a'):find('[a')", "malformed pattern (missing ']')"),
    ("('a'):match('(a')", "unfinished capture"), ("('a'):match('a)')", "invalid pattern capture"),
    ("('a'):match('%1')", "invalid capture index %1"),
    ("('a'):gsub('a', '%2')", "invalid capture index %2"),
    ("('a'):gsub('a', '%x')", "invalid use of '%' in replacement string"),
    ("('a'):gsub('a', type)", nil),
    (
      "('a'):gsub('a', function() return {} end)", "invalid replacement value (a table)"
    ),
    (
      "('a'):gsub('a', true)",
      "bad argument #2 to 'gsub' (string/function/table expected, got boolean)"
    ),
    ("('a'):match('%f')", "missing '[' after '%f' in pattern"),
    ("('a'):match('%b')", "malformed pattern (missing arguments to '%b')"),
    ("('x'):rep(1000):match(('x?'):rep(1000))", "pattern too complex"),
    ("('x'):rep(40):match(('(x)'):rep(40))", "too many captures"), ("string.find('a')", nil),
  ])
  func `are checked`(call: String, text: String?) throws {
    let outcome = Result { try evaluate("return select(2, pcall(function() return \(call) end))") }
    if let text { #expect(try outcome.get() == .text("test.lua:1: \(text)")) }
  }

  @Test(arguments: [
    "return ('a'):rep(1000):find(('a*'):rep(12) .. 'b')",
    "return ('a'):rep(5000):match('.-.-.-.-b')",
    "return (' '):rep(1 << 17):match('^%s*(.-)%s*x$')", "return ('a'):rep(1 << 16):gsub('a*b', '')",
    "for x in ('a'):rep(1 << 16):gmatch('a*b') do end", "return ('('):rep(1 << 16):find('%b()')",
    "return ('a'):rep(1 << 20):find(('a'):rep(1 << 19) .. 'b', 1, true)",
    "return ('a'):rep(1 << 16):find('[' .. ('b'):rep(1 << 16) .. ']*c')",
    "return ('a'):rep(1 << 12):find('(a*)%1%1b')",
  ])
  func `end when they take too long`(body: String) throws {
    let error = try failure(of: body)
    #expect(error.code == .instructions)
    #expect(error.text == "test.lua:1: the script runs too long")
  }

  @Test func `are fast on ordinary long texts`() throws {
    let body = """
      local text = ("  key = value, other = thing;  "):rep(2000)
      local count = select(2, text:gsub("(%w+)%s*=%s*(%w+)", "%2"))
      return count + #text:match("^%s*(.-)%s*$") * 0
      """
    #expect(try evaluate(body) == "4000")
  }
}
