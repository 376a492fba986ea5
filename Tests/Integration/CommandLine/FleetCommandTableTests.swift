import Testing
import Wire

@testable import soundbox_fleet

@Suite struct `A table on a terminal` {
  private func table(_ rows: [[String]]) -> TextTable {
    var table = TextTable([
      .init("NAME", minimum: 4), .init("MS", isNumber: true, minimum: 2),
      .init("REASON", minimum: 0),
    ])
    table.rows = rows.map { $0.map { .init($0) } }
    return table
  }

  @Test func `stands in columns though some letters are twice as wide`() {
    let lines = table([["新订单", "1", "x"], ["abc", "1000", "y"], ["한국", "22", "z"]])
      .lines(width: nil, isColoured: false)
    #expect(
      lines == [
        "NAME      MS  REASON", "新订单     1  x", "abc     1000  y", "한국      22  z",
      ])
  }

  @Test(arguments: 1...60) func `never takes more cells than there are`(width: Int) {
    let rows = [
      ["新订单新订单新订单", "123456", "a long reason, longer than there is room for"],
      ["abc", "1", "日本語の理由日本語の理由"],
    ]
    for line in table(rows).lines(width: width, isColoured: false) {
      #expect(line.cells <= width, "\(line)")
    }
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("新订单", 6, "新订单"), ("新订单", 5, "新订…"),
    ("新订单", 4, "新…"), ("新订单", 1, "…"), ("abc", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `cuts a word where it must, and says so`(text: String, width: Int, cut: String) {
    #expect(text.cut(to: width) == cut)
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("中", 2), ("ｱ", 1), ("Ａ", 2), ("￥", 2), ("한", 2),
    ("😀", 2), ("☎", 1), ("⌚", 2), ("𠀀", 2), ("אב", 2), ("ไทย", 3), ("—", 1), ("ひ", 2), ("、", 2),
  ])
  func `knows how many cells a letter takes`(text: String, cells: Int) {
    #expect(text.cells == cells)
  }

  @Test func `has colours only where they are wanted, around the words alone`() {
    var table = TextTable([.init("A"), .init("B")])
    table.rows = [[.init("failed", .red), .init("x")]]
    let coloured = table.lines(width: nil, isColoured: true)
    #expect(coloured[1] == "\u{1B}[31mfailed\u{1B}[0m  x")
    let plain = table.lines(width: nil, isColoured: false)
    #expect(plain == ["A       B", "failed  x"])
  }

  @Test(arguments: [
    ("\u{1B}[31m", #"\u{1B}[31m"#), ("a\tb\r\nc", #"a\tb\r\nc"#), ("\u{202E}x", #"\u{202E}x"#),
    ("\u{200B}\u{FEFF}\u{2028}", #"\u{200B}\u{FEFF}\u{2028}"#), ("\u{85}\u{7F}", #"\u{85}\u{7F}"#),
    (#"C:\n"#, #"C:\\n"#), ("新订单 😀 é", "新订单 😀 é"),
    ("a\u{300}\u{300}\u{300}\u{300}\u{300}", "a\u{300}\u{300}\u{300}\u{300}" + #"\u{300}"#),
  ])
  func `writes out what a terminal would obey or not show`(text: String, shown: String) {
    // By scalars: equal letters can be written in two ways.
    #expect(Array(VisibleText.of(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test func `shows JSON that means the same`() throws {
    let text = "\u{9B}31m\u{202E}\u{E0041}\u{1B}\"\\ 新"
    let json = VisibleText.json(JSON.array([.string(text)]).encoded)
    #expect(json == #"["\u009b31m\u202e\udb40\udc41\u001b\"\\ 新"]"#)
    #expect(try JSONReader.read(Array(json.utf8)) == .array([.string(text)]))
  }
}

@Suite struct `The table of a fleet` {
  private let now = Timestamp(milliseconds: 1_795_953_600_000)

  private func order(
    _ id: String, of source: String? = nil, _ outcome: String?, box: String = "counter-1"
  ) -> OrderAttempt {
    OrderAttempt(
      json: .object([
        "store": "s042", "box": .string(box), "id": .string(id),
        "source": source.map { .string($0) } ?? .null, "attempt": .number(JSONNumber(1)),
        "outcome": outcome.map { .string($0) } ?? .null, "latency": .number(JSONNumber(412)),
        "handledAt": .number(JSONNumber(now.milliseconds)),
      ]))
  }

  private func lines(_ view: WatchView, height: Int = 20, width: Int = 100) -> [String] {
    view.lines(width: width, height: height, isColoured: false, now: now)
  }

  @Test func `has one line for an order, which goes down with each step`() {
    var view = WatchView(url: "http://127.0.0.1:9440")
    view.apply(.step("delivered", at: now, order("1", nil)))
    view.apply(.step("delivered", at: now, order("2", nil)))
    view.apply(.step("handled", at: now, order("1", "played")))
    let rows = lines(view).suffix(2)
    #expect(rows.first?.contains("2   delivered") == true, "\(rows)")
    #expect(rows.last?.contains("handled") == true && rows.last?.contains("played") == true)
  }

  @Test func `has a line for each of the orders whose ids are equal and whose sources are not`() {
    var view = WatchView(url: "http://127.0.0.1:9440")
    for source in ["sepay", "woo", nil] {
      view.apply(.step("delivered", at: now, order("727", of: source, nil)))
    }
    view.apply(.step("handled", at: now, order("727", of: "sepay", "played")))
    let rows = lines(view).suffix(3)
    for (row, words) in zip(
      rows, ["727 (woo)    delivered", "727          delivered", "727 (sepay)  handled"])
    {
      #expect(row.contains(words), "\(rows)")
    }
    #expect(
      WatchLines.line("handled", now, order("727", of: "woo", "played"))
        == "2026-11-29T12:00:00.000Z\ts042/counter-1\t727 (woo)\thandled\tplayed\t412 ms\t-")
  }

  @Test(arguments: 1...12) func `keeps the last orders when there is little room`(height: Int) {
    var view = WatchView(url: "http://127.0.0.1:9440")
    view.apply(.newest((1...30).map { order("order-\($0)", "played") }))
    let shown = lines(view, height: height, width: 50)
    #expect(shown.count <= height)
    #expect(shown.allSatisfy { $0.cells <= 50 })
    if height > 3 { #expect(shown.last?.contains("order-30") == true, "\(shown)") }
  }

  @Test func `says since when it is stale, and ceases to when it is not`() {
    var view = WatchView(url: "http://127.0.0.1:9440")
    view.apply(.stale(since: now, reason: "gone\u{1B}[2J"))
    #expect(lines(view)[0] == "STALE since \(now.wallTime): gone\\u{1B}[2J; reconnecting")
    view.apply(.live)
    #expect(lines(view)[0].hasPrefix("live"))
  }

  @Test func `shows the counters, and warns of what is wrong with the monitor itself`() {
    var view = WatchView(url: "http://127.0.0.1:9440")
    func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }
    view.apply(
      .summary(
        .object([
          "boxes": .object(["total": number(50), "online": number(48), "lost": number(2)]),
          "recent": .object([
            "published": number(9), "handled": number(8), "unanswered": .null, "p50": number(400),
            "outcomes": .object(["played": number(7), "failed": number(1)]),
          ]),
          "broker": .object(["online": .bool(false), "trouble": "refused\u{202E}"]),
          "gaps": .object(["receipts": number(3), "boxes": number(1)]), "alarms": number(2),
        ])))
    let text = lines(view, width: 200).joined(separator: "\n")
    for words in [
      "50 in all, 48 online", "2 lost", "9 published", "8 handled (7 played, 1 failed)",
      "? unanswered", "half under 400 ms", #"cannot reach the broker: refused\u{202E}"#,
      "3 receipts of 1 boxes are missing", "2 alarms",
    ] { #expect(text.contains(words), "\(words)\n\(text)") }
  }
}

@Suite struct `Events of a server` {
  @Test func `end with an empty line, and remember their id`() {
    var reader = ServerEventReader()
    let lines = [
      ": a comment", "event: orders", "id: 1.2", "data: {", "data:  }", "", "", "data:x", "ignored",
      "", "event: nothing", "",
    ]
    let events = lines.compactMap { reader.take($0) }
    #expect(
      events == [
        ServerEvent(name: "orders", data: "{\n }", id: "1.2"), ServerEvent(name: "", data: "x"),
      ])
  }
}
