import Dispatch
import Synchronization

/// The taker's side of a call whose lines are read as they come; the call ends when it goes.
final class LineReader: Sendable {
  private let transfer: Transfer
  private let queue = BoundedLineQueue()

  /// Begins the call.
  init(_ plan: Plan) {
    let transfer = Transfer(plan)
    self.transfer = transfer
    DispatchQueue(label: "call for lines").async { [queue] in
      let splitter = LineSplitter(plan)
      do throws(CallError) {
        _ = try transfer.run { bytes throws(CallError) in
          for line in try splitter.take(bytes) { queue.put(line) }
        }
        if let rest = splitter.rest { queue.put(rest) }
        queue.end(nil)
      } catch {
        queue.end(error)
      }
    }
  }

  deinit { end() }

  /// The next line; `nil` after the last one.
  func next() async throws -> String? {
    try await withTaskCancellationHandler {
      try await queue.next()
    } onCancel: {
      end()
    }
  }

  private func end() {
    transfer.cancel()
    queue.close()
  }
}

/// Cuts bytes into lines.
private final class LineSplitter {
  private let plan: Plan
  private var bytes: [UInt8] = []

  init(_ plan: Plan) { self.plan = plan }

  /// The lines that these bytes make whole.
  func take(_ more: [UInt8]) throws(CallError) -> [String] {
    var lines: [String] = []
    for piece in more.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      bytes += piece
      let limit = plan.settings.largestBody
      guard bytes.count <= limit else {
        throw .tooLarge(plan.step, "a line of its answer", limit: limit)
      }
      // The last piece has no end yet.
      if piece.endIndex < more.endIndex { lines.append(cut()) }
    }
    return lines
  }

  /// What stands after the last line's end.
  var rest: String? { bytes.isEmpty ? nil : cut() }

  private func cut() -> String {
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
