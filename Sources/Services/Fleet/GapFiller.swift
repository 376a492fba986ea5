public import Service
import Synchronization
public import Wire

/// What a ``GapFiller`` asks about the boxes.
public protocol ReceiptStatusProvider: Sendable {
  /// The boxes of which receipts are missing.
  var boxesWithGaps: [BoxName] { get }
  /// The boxes that are online.
  var onlineBoxes: [BoxName] { get }

  /// The receipts of one box.
  ///
  /// - Parameter box: The box.
  /// - Returns: Whether it is online, and which of its receipts have arrived; `nil` for an unknown box.
  func receiptStatus(of box: BoxName) -> ReceiptStatus?
}

/// Whether a box is online, and which of its receipts have arrived.
public struct ReceiptStatus: Sendable {
  /// Whether the box is online.
  public let isOnline: Bool
  /// Which of its receipts have arrived.
  public let sequence: SequenceNumbers

  /// Describes a box's receipts.
  ///
  /// - Parameters:
  ///   - isOnline: Whether the box is online.
  ///   - sequence: Which of its receipts have arrived.
  public init(isOnline: Bool, sequence: SequenceNumbers) {
    self.isOnline = isOnline
    self.sequence = sequence
  }
}

/// Asks boxes for missing receipts, again and again until they have arrived.
public struct GapFiller: Service {
  public let name = "gaps"

  /// How many boxes are asked at once: each may send thousands of receipts.
  public static let mostAsked = 8
  /// The pause after asking a box; it doubles each time, up to ``longestPause``.
  private static let firstPause = Duration.seconds(30)
  private static let longestPause = Duration.seconds(600)

  private struct Inquiry {
    var notBefore: ContinuousClock.Instant
    var pause = GapFiller.firstPause
    /// Whether the latest receipts may be missing without a visible gap: the box has just connected, or
    /// the broker has lost the session.
    var includesLatest = false
  }

  private final class Inquiries: Sendable {
    let byBox = Mutex<[BoxName: Inquiry]>([:])
    /// How many boxes are being asked.
    let active = Atomic(0)
    let signal = AsyncSignal()
  }

  private let boxes: any ReceiptStatusProvider
  private let requestClient: RequestClient
  private let log: Log
  private let inquiries = Inquiries()
  private let timeout: Duration

  /// Creates a gap filler.
  ///
  /// - Parameters:
  ///   - boxes: Knows which receipts are missing.
  ///   - requestClient: Sends the requests.
  ///   - log: The log.
  ///   - timeout: How long a box may take to respond.
  public init(
    boxes: any ReceiptStatusProvider, requestClient: RequestClient, log: Log,
    timeout: Duration = .seconds(20)
  ) {
    self.boxes = boxes
    self.requestClient = requestClient
    self.log = log
    self.timeout = timeout
  }

  /// Checks boxes of which something has just been stored.
  ///
  /// - Parameters:
  ///   - reporting: Boxes that have sent receipts.
  ///   - returned: Boxes that have just connected.
  public func check(reporting: Set<BoxName>, returned: [BoxName]) {
    let gapped = reporting.filter { boxes.receiptStatus(of: $0)?.sequence.gaps.isEmpty == false }
    guard !gapped.isEmpty || !returned.isEmpty else { return }
    let isNew = inquiries.byBox.withLock { byBox in
      let before = byBox.count
      for box in gapped where byBox[box] == nil { byBox[box] = Inquiry(notBefore: .now) }
      for box in returned {
        let pause = byBox[box]?.pause ?? Self.firstPause
        byBox[box] = Inquiry(notBefore: .now, pause: pause, includesLatest: true)
      }
      return byBox.count > before || !returned.isEmpty
    }
    if isNew { inquiries.signal.notify() }
  }

  /// Asks all boxes that are online: the broker has lost the session, and with it what it had queued.
  public func sessionLost() {
    let online = boxes.onlineBoxes
    guard !online.isEmpty else { return }
    inquiries.byBox.withLock { byBox in
      for box in online { byBox[box] = Inquiry(notBefore: .now, includesLatest: true) }
    }
    inquiries.signal.notify()
  }

  public func run() async throws {
    let gapped = boxes.boxesWithGaps
    inquiries.byBox.withLock { byBox in
      for box in gapped where byBox[box] == nil { byBox[box] = Inquiry(notBefore: .now) }
    }
    // Boxes that do not respond must not delay the others.
    try await withThrowingDiscardingTaskGroup { group in
      while true {
        let room = Self.mostAsked - inquiries.active.load(ordering: .relaxed)
        for (box, includesLatest) in takeDue(atMost: room) {
          inquiries.active.add(1, ordering: .relaxed)
          group.addTask {
            await ask(box, includesLatest: includesLatest)
            inquiries.active.subtract(1, ordering: .relaxed)
            inquiries.signal.notify()
          }
        }
        let next = inquiries.byBox.withLock { $0.values.map(\.notBefore).min() }
        if let next, inquiries.active.load(ordering: .relaxed) < Self.mostAsked {
          await inquiries.signal.wait(atMost: max(.zero, next - .now))
        } else {
          await inquiries.signal.wait()
        }
        try Task.checkCancellation()
      }
    }
  }

  private func takeDue(atMost count: Int) -> [(BoxName, includesLatest: Bool)] {
    let now = ContinuousClock.now
    return inquiries.byBox.withLock { byBox in
      let due = byBox.filter { $0.value.notBefore <= now }.prefix(count)
      return due.map { box, inquiry in
        byBox[box]?.notBefore = now + inquiry.pause
        byBox[box]?.pause = min(inquiry.pause * 2, Self.longestPause)
        byBox[box]?.includesLatest = false
        return (box, inquiry.includesLatest)
      }
    }
  }

  private func ask(_ box: BoxName, includesLatest: Bool) async {
    guard let status = boxes.receiptStatus(of: box), status.isOnline,
      includesLatest || !status.sequence.gaps.isEmpty
    else {
      // Nothing is missing, or the box is offline and is asked when it connects.
      forget(box)
      return
    }
    let sequence = status.sequence
    let since = (sequence.gaps.first?.first).map { $0 - 1 } ?? sequence.head
    switch await requestClient.ask(box, .receipts(since: since), timeout: timeout) {
    case .answered(.ok):
      log(.info, "missing receipts requested", ["box": "\(box)", "since": String(since)])
      // They arrive now; what is still missing is asked for again after the pause.
      if sequence.gaps.isEmpty { forget(box) }
    case .answered(.error(let error)):
      log(.warning, "box refused the request for receipts", ["box": "\(box)", "error": error])
    case .answered(.unknown(let status, _)):
      log(
        .warning, "box refused the request for receipts",
        ["box": "\(box)", "error": "unknown status '\(status)'"])
    case .unreachable where sequence.gaps.isEmpty:
      // It is asked when it connects.
      log(.debug, "box offline, receipts not requested", ["box": "\(box)"])
    case .unreachable, .timeout:
      log(.warning, "no response to the request for receipts", ["box": "\(box)"])
    }
  }

  private func forget(_ box: BoxName) {
    inquiries.byBox.withLock { byBox in
      // Unless there is a new reason since.
      if byBox[box]?.includesLatest == false { byBox[box] = nil }
    }
  }
}
