import Interop
import Wire

/// What a monitor's page answers.
extension MonitorProcess {
  /// Reads a path, which must be there.
  func get(_ path: String) async throws -> JSON {
    try JSONReader.read(Array(try await Integration.get(url + path).utf8))
  }

  /// Reads a path: the status, and the body.
  func ask(_ path: String) async throws -> (status: String, text: String) {
    let output = try await curl("-s", "-w", "\\n%{http_code}", url + path).output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.last.map(String.init) ?? "", lines.dropLast().joined(separator: "\n"))
  }

  /// Sends a box a request, as the page does, and gives what became of it.
  func request(_ box: String, _ verb: String, _ body: String = "{}") async throws -> JSON {
    let answer = try await curl(
      "-sS", "-X", "POST", "-H", "Origin: \(url)", "-H", "X-Soundbox-Request: 1", "-d", body,
      "\(url)/api/request/\(verb)?name=\(box)")
    return try JSONReader.read(Array(answer.output.utf8))
  }

  /// The receipts that it has stored, repeated ones included, in the order in which they came.
  func receipts() async throws -> [SeenReceipt] {
    try await Integration.get("\(url)/api/export/receipts.jsonl").split(separator: "\n").compactMap
    {
      try JSONReader.read(Array($0.utf8)).object.map(SeenReceipt.init)
    }
  }

  /// Waits until it has the receipts with all numbers up to one; the numbers of the new ones.
  func news(upTo last: Int) async throws -> [Int] {
    while true {
      let numbers = try await receipts().filter(\.isNew).map(\.seq)
      if Set(numbers) == Set(1...last) { return numbers.sorted() }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The boxes as the page shows them: the names of the columns with each row's values.
  func boxes() async throws -> [[String: JSON]] {
    let table = try await get("/api/boxes")
    guard case .array(let columns) = table.value(at: ["columns"]),
      case .array(let rows) = table.value(at: ["rows"])
    else { return [] }
    return rows.compactMap { row in
      guard case .array(let values) = row else { return nil }
      return Dictionary(zip(columns.compactMap(\.text), values)) { first, _ in first }
    }
  }

  /// The counters at the page's head.
  func summary() async throws -> JSON { try await get("/api/summary") }
}

extension JSON {
  /// The number at a path; −1 if there is none.
  func number(_ path: String...) -> Int { value(at: path)?.text.flatMap { Int($0) } ?? -1 }
}

/// Reads a URL, which must be there.
func get(_ url: String, _ headers: String...) async throws -> String {
  let (ending, text) = try await curl(
    ["-sS", "--fail-with-body"] + headers.flatMap { ["-H", $0] } + [url])
  guard ending == .exited(0) else { throw TestFailure(text: "\(url): \(text)") }
  return text
}

/// Runs curl: how it ended, and what it wrote.
func curl(_ arguments: String...) async throws -> (ending: ChildProcess.Ending, output: String) {
  try await curl(arguments)
}

/// Runs curl: how it ended, and what it wrote.
func curl(_ arguments: [String]) async throws -> (ending: ChildProcess.Ending, output: String) {
  let child = try ChildProcess("curl", arguments, output: .pipe)
  let output = String(decoding: await child.output?.readToEnd() ?? [], as: UTF8.self)
  return (await child.wait(), output)
}
