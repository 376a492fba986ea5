import TestKit
import Testing
import Wire

@testable import Monitor

@Suite(.postgres) struct `The export` {
  /// All that is sent, piece by piece.
  private func text(_ path: String, from monitor: TestMonitor) async throws -> String {
    let answer = await monitor.answer(path)
    guard case .pieces(let next) = answer.body else {
      Issue.record("\(path) is not sent in pieces but \(answer.status)")
      return ""
    }
    var bytes: [UInt8] = []
    while let piece = await next() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `gives every receipt once, however many there are`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take((1...2500).map { box.handled("o\($0)", seq: Int64($0)) })
      let lines = try await text("/api/export/receipts.jsonl", from: monitor)
        .split(separator: "\n")
      let ids = try lines.map { try JSONReader.read(Array($0.utf8)).object?["id"]?.text ?? "" }
      let expected = (1...2500).map { "o\($0)" }
      #expect(ids.count == 2500 && ids == expected)
      let csv = try await text("/api/export/receipts.csv", from: monitor)
      #expect(csv.components(separatedBy: "\r\n").count == 1 + 2500 + 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `quotes what would break a table, and disarms formulas`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      let ids = [
        #"a,"b""#, "=HYPERLINK(\"http://x\")", "@SUM(1)", "+1+1", "-2+3", "plain", "-5",
        "\u{202E}x",
      ]
      for (index, id) in ids.enumerated() {
        try monitor.take(box.handled(id, seq: Int64(index + 1)))
      }
      let csv = try await text("/api/export/receipts.csv", from: monitor)
      let fields = csv.components(separatedBy: "\r\n").dropFirst().prefix(ids.count)
        .map { line in line.components(separatedBy: "s1,b1,").last ?? "" }
      let written = [
        #""a,""b""""#, #""'=HYPERLINK(""http://x"")""#, "'@SUM(1)", "'+1+1", "'-2+3", "plain", "-5",
        "\u{202E}x",
      ]
      for (field, expected) in zip(fields, written) {
        #expect(field.hasPrefix("\(expected),1,handled,"), "\(field)")
      }
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `is complete when receipts come while it is read`(kind: DatabaseKind) async throws {
    try await withMonitor(on: kind) { monitor in
      let box = try SampleBox()
      try monitor.take((1...1500).map { box.handled("o\($0)", seq: Int64($0)) })
      let answer = await monitor.answer("/api/export/receipts.jsonl")
      guard case .pieces(let next) = answer.body else { return #expect(Bool(false)) }
      let first = await next()?.count { $0 == UInt8(ascii: "\n") } ?? 0
      try monitor.take(box.handled("later", seq: 1501))
      var rest = ""
      while let piece = await next() { rest += String(decoding: piece, as: UTF8.self) }
      let lines = rest.split(separator: "\n")
      #expect(first + lines.count == 1501)
      #expect(lines.last?.contains("later") == true)
    }
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
