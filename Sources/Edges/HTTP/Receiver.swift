/// Takes in what comes, on the transfer's own thread.
final class Receiver {
  /// How large all lines of a head may be together, in bytes.
  static let largestHead = 64 << 10

  private let plan: Plan
  /// Takes pieces of the body.
  private let take: ([UInt8]) throws(CallError) -> Void
  private(set) var status = 0
  private(set) var headers: [HTTPHeader] = []
  /// Why no more is taken.
  private(set) var fault: CallError?
  private var headSize = 0

  init(_ plan: Plan, take: @escaping ([UInt8]) throws(CallError) -> Void) {
    self.plan = plan
    self.take = take
  }

  /// Takes a line of the head.
  ///
  /// - Returns: Whether to go on.
  func head(_ bytes: [UInt8]) -> Bool {
    headSize += bytes.count
    guard headSize <= Self.largestHead else {
      return end(.tooLarge(plan.step, "the head of its answer", limit: Self.largestHead))
    }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // What came before was an answer on the way, such as 100.
      let parts = line.split(separator: " ", maxSplits: 2)
      status = parts.count > 1 ? Int(parts[1].prefix(3)) ?? 0 : 0
      headers = []
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(
        HTTPHeader(
          String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...])))
    }
    return true
  }

  /// Takes a piece of the body.
  ///
  /// - Returns: Whether to go on.
  func body(_ bytes: [UInt8]) -> Bool {
    if let fault = plan.fault(status: status) { return end(fault) }
    do throws(CallError) {
      try take(bytes)
      return true
    } catch {
      return end(error)
    }
  }

  private func end(_ error: CallError) -> Bool {
    fault = error
    return false
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
