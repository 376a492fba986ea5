import Testing
import Wire

@testable import Box

@Suite struct `The priorities of a queue` {
  /// A line in which command 1 is being said.
  private func saying(_ priority: Priority = .normal, _ policy: QueuePolicy = QueuePolicy())
    -> QueueLine
  {
    var line = QueueLine(policy)
    #expect(line.arrive(1, "order.courier", priority) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    return line
  }

  @Test func `say high before normal before low, and each in the order of arrival`() {
    var line = saying(.high)
    for (n, priority) in zip(
      Int64(2)..., [Priority.low, .normal, .high, .low, .normal, .high])
    {
      line.pass(.seconds(1))
      #expect(line.arrive(n, "order.courier", priority).isEmpty)
    }
    #expect(line.queue.count == 7)
    let said = (1...7).flatMap { _ in line.spoken() }
    #expect(
      said == [
        "1 played 0", "say 4", "4 played 0", "say 7", "7 played 0", "say 3", "3 played 0", "say 6",
        "6 played 0", "say 2", "2 played 0", "say 5", "5 played 0",
      ])
    #expect(line.queue.count == 0)
  }

  @Test(arguments: [Priority.normal, .low])
  func `let high interrupt at a border, and what it cut is said again before what came later`(
    priority: Priority
  ) {
    var line = saying(priority)
    line.pass(.seconds(1))
    #expect(line.arrive(2, "order.courier", priority).isEmpty)
    #expect(line.arrive(3, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.cut() == ["1 waits again", "say 3 at once"])
    #expect(line.spoken() == ["3 played 0", "say 1"])
    #expect(line.spoken() == ["1 played 0", "say 2"])
  }

  @Test func `interrupt once, however many come, and not what was whole already`() {
    var line = saying()
    #expect(line.arrive(2, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.arrive(3, "order.cancelled", .high).isEmpty)
    // It came in the last clip: it need not wait for the usual silence either.
    #expect(line.spoken() == ["1 played 0", "say 2 at once"])
    #expect(line.spoken() == ["2 played 0", "say 3"])
  }

  @Test func `let normal interrupt nothing`() {
    var line = saying(.low)
    #expect(line.arrive(2).isEmpty)
    #expect(line.arrive(3, "order.courier", .low).isEmpty)
  }

  @Test func `let high not interrupt high, nor what ends already`() {
    var line = saying(.high)
    #expect(line.arrive(2, "order.cancelled", .high).isEmpty)
    #expect(line.spoken() == ["1 played 0", "say 2"])

    line = saying()
    #expect(line.handle(.stopped(.current)) == ["cut now"])
    #expect(line.arrive(2, "order.cancelled", .high).isEmpty)
    #expect(line.cut() == ["1 stopped 0: stopped by request", "say 2"])
  }

  @Test func `let high not interrupt if it would not be heard`() {
    var line = saying()
    let past = line.moment.wall
    #expect(line.arrive(2, "order.cancelled", .high, expiry: .at(past)).isEmpty)
    #expect(line.handle(.muted(until: past + .seconds(60))).isEmpty)
    #expect(line.arrive(3, "order.cancelled", .high).isEmpty)
    #expect(
      line.spoken() == [
        "1 played 0", "2 expired 5: expired at 2026-11-29T12:00:00.000Z",
        "3 muted 9: muted until 2026-11-29T12:01:00.000Z",
      ])
  }

  @Test func `say at once only what follows an interruption`() {
    var line = saying()
    #expect(line.arrive(2, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.handle(.withdrawn(.journal(2))).isEmpty)
    #expect(line.handle(.muted(until: line.moment.wall + .seconds(60))).isEmpty)
    #expect(
      line.cut() == ["1 waits again", "1 muted 9: muted until 2026-11-29T12:01:00.000Z"])
    // The device has been silent since: it gets its lead-in again.
    #expect(line.wait(.seconds(90)).isEmpty)
    #expect(line.arrive(3) == ["prepare"])
    #expect(line.ready() == ["say 3"])
  }

  @Test func `let what is due longest go first, whether it is a round or waits`() {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    line.pass(.milliseconds(500))
    #expect(line.arrive(2).isEmpty)
    #expect(line.spoken() == ["1 was heard 1", "say 2"])
    line.pass(.milliseconds(1000))  // The round is due now, and nothing else is.
    #expect(line.arrive(3).isEmpty)
    line.pass(.milliseconds(1))
    #expect(line.arrive(4).isEmpty)
    #expect(line.spoken() == ["2 played 0", "say 3"])
    #expect(line.spoken() == ["3 played 0", "ring 1"])
    #expect(line.spoken() == ["1 was heard 2", "say 4"])
  }

  @Test func `let other announcements be said between two rounds`() {
    var line = QueueLine()
    #expect(line.alert(1, .high) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.arrive(2, "payment.cash", .low).isEmpty)
    #expect(line.spoken() == ["1 was heard 1", "say 2"])
    // The next round of an alert waits for the end, lest nothing else be ever said whole.
    #expect(line.wait(.seconds(3)).isEmpty)
    #expect(line.spoken() == ["2 played 0", "ring 1"])
  }

  @Test func `let the round of an alert go first by its priority`() {
    var line = QueueLine()
    #expect(line.alert(1, .low) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.arrive(2, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.cut() == ["1 waits again", "say 2 at once"])
    line.pass(.seconds(5))
    #expect(line.arrive(3).isEmpty)
    #expect(line.spoken() == ["2 played 0", "say 3"])
    #expect(line.spoken() == ["3 played 0", "ring say 1"])
  }
}
