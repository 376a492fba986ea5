import Service
import Synchronization
import Testing

@Suite struct `A log line` {
  private func lines(_ level: Log.Level = .debug, _ body: (Log) -> Void) -> [String] {
    let lines = Collector()
    body(Log(level: level) { line in lines.add(line) })
    return lines.all
  }

  final class Collector: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `has a priority, an event and fields`() {
    let written = lines { log in
      log(.notice, "order played", ["order.id": "A-17", "attempt": "2"])
      log(.error, "no fields")
    }
    #expect(written == ["<5>order played order.id=A-17 attempt=2", "<3>no fields"])
  }

  @Test(arguments: [
    ("桌", "桌"), ("", "\"\""), ("two words", "\"two words\""), ("a=b", "\"a=b\""),
    ("say \"hi\"", "\"say \\\"hi\\\"\""), ("\"", "\"\\\"\""), ("c:\\x", "\"c:\\\\x\""),
    ("x\" outcome=\"played", "\"x\\\" outcome=\\\"played\""),
    ("a\u{A0}b", "\"a\u{A0}b\""), ("a\u{3000}b", "\"a\u{3000}b\""),
    ("a\nb", "\"a\\u{a}b\""), ("\u{1B}[31m", "\"\\u{1b}[31m\""), ("\u{7F}", "\"\\u{7f}\""),
    ("\u{9B}", "\"\\u{9b}\""), ("\0", "\"\\u{0}\""), ("\u{202E}abc", "\"\\u{202e}abc\""),
    ("\u{2066}", "\"\\u{2066}\""), ("a\u{200B}", "\"a\\u{200b}\""),
    ("\u{2028}", "\"\\u{2028}\""), ("\\u{a}", "\"\\\\u{a}\""),
  ]) func `quotes ambiguous values`(value: String, written: String) {
    #expect(lines { $0(.info, "it came", ["id": value]) } == ["<6>it came id=\(written)"])
  }

  @Test func `has a bounded length`() throws {
    let line = try #require(
      lines { $0(.info, "it came", ["id": String(repeating: "é", count: 100_000)]) }.first)
    #expect(line.utf8.count < 2048 && line.hasSuffix("…"))
  }

  @Test(arguments: Log.Level.allCases) func `is left out below the level`(level: Log.Level) {
    let written = lines(level) { log in
      for each in Log.Level.allCases { log(each, "said") }
    }
    #expect(written == Log.Level.allCases.filter { $0 <= level }.map { "<\($0.rawValue)>said" })
  }

  @Test func `has levels with names`() {
    #expect(
      ["error", "warning", "notice", "info", "debug"].map { Log.Level($0)?.rawValue }
        == [3, 4, 5, 6, 7])
    #expect(Log.Level("Error") == nil && Log.Level("") == nil && Log.Level("8") == nil)
  }
}
