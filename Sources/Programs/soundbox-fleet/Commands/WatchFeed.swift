import Glibc
import HTTP
import Interop
import ProgramKit
import Wire

/// Follows the events of a monitor, and reconnects when the connection breaks.
struct WatchFeed {
  let client: FleetClient
  let filter: WatchFilter
  let output: any WatchOutput

  /// What carries over from one connection to the next.
  private struct Position {
    /// The id of the last event that was shown.
    var id: String?
    /// When the last event came, by this computer's clock.
    var receivedAt: Timestamp?
    var isLive = false
  }

  /// How many orders a table can show.
  private static let mostOrders = 200

  /// Follows the events until the reader has gone or the task is cancelled.
  ///
  /// - Throws: ``Failure`` if the monitor is unreachable at the start, or refuses us later.
  func run() async throws(Failure) {
    var position = Position()
    var backoff = Backoff(base: .milliseconds(500), limit: .seconds(10))
    while !Task.isCancelled {
      let error: CallError?
      do {
        error = try await follow(&position)
      } catch let error as SystemError {
        // The reader has gone.
        if error.code == EPIPE || error.code == EIO { return }
        throw Failure(.system, "\(error)")
      } catch {
        throw error as? Failure ?? Failure(.system, "\(error)")
      }
      if Task.isCancelled { return }
      if let error, position.receivedAt == nil || !error.isTransient {
        throw client.failure(error)
      }
      if position.isLive { backoff.reset() }
      position.isLive = false
      do throws(SystemError) {
        try output.show(
          .stale(
            since: position.receivedAt ?? .now,
            reason: error.map { "\($0)" } ?? "the monitor closed the connection"))
      } catch { return }
      try? await Task.sleep(for: backoff.next())
    }
  }

  /// Follows the events of one connection until it ends.
  ///
  /// - Returns: Why it ended; `nil` if the monitor closed it.
  private func follow(_ position: inout Position) async throws -> CallError? {
    var reader = ServerEventReader()
    do {
      for try await line in client.eventLines(after: position.id) {
        guard let event = reader.take(line) else { continue }
        guard let data = try? JSONReader.read(Array(event.data.utf8)) else {
          throw Failure(
            .unavailable,
            "\(VisibleText.of(client.url)) is not a monitor: its events cannot be read")
        }
        if !position.isLive {
          position.isLive = true
          try output.show(.live)
          if output.wantsNewest { try await showNewest() }
        }
        try await show(event.name, data)
        // Only after it was shown, so that the monitor repeats an event that was cut off.
        position.id = event.id ?? position.id
        position.receivedAt = .now
      }
      return nil
    } catch let error as CallError {
      return error
    }
  }

  private func show(_ name: String, _ data: JSON) async throws {
    switch name {
    case "summary": try output.show(.summary(data))
    case "reload": try await showMissed()
    case "orders":
      if data["complete"] == .bool(false) { try await showMissed() }
      for item in data.list("orders") {
        guard let json = item["order"], let at = item.moment("at") else { continue }
        let order = OrderAttempt(json: json)
        guard filter.matches(order) else { continue }
        var step = item.text("step") ?? ""
        if let mark = item.text("mark"), ["repeated", "contradictory"].contains(mark) {
          step += " (\(mark))"
        }
        try output.show(.step(step, at: at, order))
      }
    default: break
    }
  }

  private func showMissed() async throws {
    try output.show(.missed)
    if output.wantsNewest { try await showNewest() }
  }

  private func showNewest() async throws(any Error) {
    let answer = try await client.get("/api/orders", [("limit", String(Self.mostOrders))])
    let orders = answer.list("orders").map { OrderAttempt(json: $0) }.filter { filter.matches($0) }
    try output.show(.newest(orders.reversed()))
  }
}

extension Timestamp {
  /// The time, by this computer's clock.
  static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds) }
}

/// A server-sent event (WHATWG HTML, 9.2).
struct ServerEvent: Equatable {
  var name = ""
  var data = ""
  /// A client that reconnects sends the last id it has seen.
  var id: String?
}

/// Parses a stream of server-sent events.
struct ServerEventReader {
  private var event = ServerEvent()
  private var data: [Substring] = []

  /// Takes a line.
  ///
  /// - Parameter line: The line, without its end.
  /// - Returns: The event that the line completes, if any.
  mutating func take(_ line: String) -> ServerEvent? {
    if line.isEmpty {
      defer { (event, data) = (ServerEvent(), []) }
      guard !data.isEmpty else { return nil }
      event.data = data.joined(separator: "\n")
      return event
    }
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count == 2 ? parts[1] : ""
    if value.first == " " { value.removeFirst() }
    switch parts[0] {
    case "event": event.name = String(value)
    case "id": event.id = String(value)
    case "data": data.append(value)
    // A line that begins with a colon is a comment.
    default: break
    }
    return nil
  }
}
