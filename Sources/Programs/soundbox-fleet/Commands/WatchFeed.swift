import HTTP
import Glibc
import Interop
import ProgramKit
import Wire

/// Follows the events of a monitor, also over breaks of the link.
struct WatchFeed {
  let client: FleetClient
  let filter: WatchFilter
  let output: any WatchOutput

  /// What is remembered from one connection to the next.
  private struct Position {
    /// The last event that was seen.
    var id: String?
    /// When the last event came, by this computer's clock.
    var heard: Timestamp?
    var isLive = false
  }

  /// How many orders a table can hold.
  private static let mostOrders = 200

  /// Follows them until nobody reads any more, or the task is cancelled.
  ///
  /// - Throws: ``Failure`` if there is no monitor at the beginning, or if it lets us in no more.
  func run() async throws(Failure) {
    var position = Position()
    var backoff = Backoff(base: .milliseconds(500), limit: .seconds(10))
    while !Task.isCancelled {
      let trouble: CallError?
      do {
        trouble = try await follow(&position)
      } catch let error as SystemError {
        // A reader that has gone is not ours to complain about.
        if error.code == EPIPE || error.code == EIO { return }
        throw Failure(.system, "\(error)")
      } catch {
        throw error as? Failure ?? Failure(.system, "\(error)")
      }
      if Task.isCancelled { return }
      if let trouble, position.heard == nil || !trouble.isTransient {
        throw client.failure(trouble)
      }
      if position.isLive { backoff.reset() }
      position.isLive = false
      do throws(SystemError) {
        try output.take(
          .stale(
            since: position.heard ?? .now,
            reason: trouble.map { "\($0)" } ?? "the monitor has ended the connection"))
      } catch { return }
      try? await Task.sleep(for: backoff.next())
    }
  }

  /// Follows one connection to its end.
  ///
  /// - Returns: Why it has ended; `nil` if the monitor has ended it.
  private func follow(_ position: inout Position) async throws -> CallError? {
    var reader = ServerEventReader()
    do {
      for try await line in client.eventLines(after: position.id) {
        guard let event = reader.take(line) else { continue }
        guard let data = try? JSONReader.read(Array(event.data.utf8)) else {
          throw Failure(
            .unavailable, "\(VisibleText.of(client.url)) is not a monitor: its events cannot be read")
        }
        if !position.isLive {
          position.isLive = true
          try output.take(.live)
          if output.wantsNewest { try await showNewest() }
        }
        try await show(event.name, data)
        // Not before it was shown: what a break swallows comes again.
        position.id = event.id ?? position.id
        position.heard = .now
      }
      return nil
    } catch let error as CallError {
      return error
    }
  }

  private func show(_ name: String, _ data: JSON) async throws {
    switch name {
    case "summary": try output.take(.summary(data))
    case "reload": try await missed()
    case "orders":
      if data["complete"] == .bool(false) { try await missed() }
      for happening in data.list("orders") {
        guard let json = happening["order"], let at = happening.moment("at") else { continue }
        let order = OrderSeen(json: json)
        guard filter.takes(order) else { continue }
        var step = happening.text("step") ?? ""
        if let mark = happening.text("mark"), ["repeated", "contradictory"].contains(mark) {
          step += " (\(mark))"
        }
        try output.take(.step(step, at: at, order))
      }
    default: break
    }
  }

  private func missed() async throws {
    try output.take(.missed)
    if output.wantsNewest { try await showNewest() }
  }

  private func showNewest() async throws(any Error) {
    let answer = try await client.get("/api/orders", [("limit", String(Self.mostOrders))])
    let orders = answer.list("orders").map { OrderSeen(json: $0) }.filter { filter.takes($0) }
    try output.take(.newest(orders.reversed()))
  }
}

extension Timestamp {
  /// The moment, by this computer's clock.
  static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds) }
}
