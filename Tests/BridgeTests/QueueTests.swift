import Testing
import Wire

@testable import Bridge

@Suite struct `The queue decides` {
  private let start = Moment(
    wall: Timestamp(milliseconds: 1_795_953_600_000), uptime: .seconds(1000))

  private func item(
    _ n: Int64, _ say: String = "order.new money:CNY1.50", priority: Priority = .normal,
    isRepeated: Bool = false
  ) throws -> Waiting {
    var item = Waiting(
      n: n, order: "o\(n)", command: try SoundCommand(say), since: start.uptime)
    item.priority = priority
    item.isRepeated = isRepeated
    return item
  }

  private func queue(_ policy: QueuePolicy = QueuePolicy()) -> AnnouncementQueue {
    AnnouncementQueue(policy: policy, canSay: { _ in true })
  }

  @Test func `that high interrupts at a border, and what it cut is said again first`() throws {
    var queue = queue()
    let (first, second) = (try item(1), try item(2))
    let urgent = try item(3, priority: .high)
    #expect(queue.handle(.arrived(first), at: start) == [.prepare(afterWhile: false)])
    #expect(
      queue.handle(.deviceReady, at: start) == [.speak(first, Form(), promptly: false)])
    #expect(queue.handle(.arrived(second), at: start).isEmpty)
    #expect(queue.handle(.arrived(urgent), at: start) == [.cut(.atBorder)])
    #expect(
      queue.handle(.cut, at: start) == [
        .release(1, failed: false), .speak(urgent, Form(), promptly: true),
      ])
    let next = queue.handle(.spoken(leftOut: []), at: start)
    #expect(next.last == .speak(first, Form(), promptly: false))
  }

  @Test func `that a burst becomes one summary with the exact sum`() throws {
    var queue = queue()
    for n in 1...5 { _ = queue.handle(.arrived(try item(Int64(n))), at: start) }
    let actions = queue.handle(.arrived(try item(6)), at: start)
    guard case .join(let members, let command)? = actions.first else {
      Issue.record("no summary")
      return
    }
    #expect(members.map(\.n) == [1, 2, 3, 4, 5, 6])
    #expect(command.text == "summary.orders number:6 money:CNY9.00")
  }

  @Test func `that an alert rings until its order is acknowledged, and no other`() throws {
    var queue = queue()
    let alert = try item(1, isRepeated: true)
    _ = queue.handle(.arrived(alert), at: start)
    let ringAndWhole = Form(rings: true)
    #expect(
      queue.handle(.deviceReady, at: start) == [.speak(alert, ringAndWhole, promptly: false)])
    #expect(
      queue.handle(.spoken(leftOut: []), at: start) == [.finishRound(1, rounds: 1)])
    #expect(queue.nextDue == start.uptime + .seconds(1))
    #expect(queue.handle(.acknowledged(order: "o2", by: "x"), at: start).isEmpty)
    let actions = queue.handle(.acknowledged(order: "o1", by: "x"), at: start)
    guard case .settle(let settlement)? = actions.first else {
      Issue.record("not settled")
      return
    }
    #expect(settlement.outcome == .stopped && settlement.item.rounds == 1)
    #expect(queue.nextDue == nil)
  }
}
