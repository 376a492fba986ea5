import Testing
import Wire

@testable import Box

@Suite struct `A burst in a queue` {
  private func line(_ change: (inout QueuePolicy) -> Void = { _ in }) -> QueueLine {
    QueueLine {
      $0.summaryAbove = 3
      change(&$0)
    }
  }

  /// What is done first when these have come, one of each, and the device is there.
  private func first(
    of says: [String], priority: Priority = .normal, _ line: QueueLine
  ) -> [String] {
    var line = line
    for (n, say) in zip(Int64(1)..., says) { _ = line.arrive(n, say, priority) }
    return line.ready()
  }

  private func orders(_ count: Int) -> [String] {
    Array(repeating: "order.new money:CNY1.50", count: count)
  }

  @Test func `is said one by one up to the depth, and as one summary past it`() {
    #expect(first(of: orders(3), line()) == ["say 1"])
    #expect(
      first(of: orders(4), line()) == ["summarize 1 2 3 4: summary.orders number:4 money:CNY6.00"])
  }

  @Test func `is never summed up if the shop wants each`() {
    #expect(first(of: orders(50), line { $0.summaryAbove = nil }) == ["say 1"])
  }

  @Test func `becomes one summary, not several, however long the device takes`() {
    var line = line()
    #expect(line.arrive(1...4, "order.new") == ["prepare"])
    #expect(line.missing() == ["prepare after a while"])
    #expect(line.arrive(5...20, "order.new").isEmpty)
    let numbers = (1...20).map(String.init).joined(separator: " ")
    #expect(line.ready() == ["summarize \(numbers): summary.orders number:20"])
  }

  @Test func `starts nothing while its summary is written down, and then says that`() {
    var line = line()
    #expect(line.arrive(1...4, "order.new") == ["prepare"])
    #expect(line.ready() == ["summarize 1 2 3 4: summary.orders number:4"])
    line.pass(.milliseconds(1))
    #expect(line.arrive(5, "order.new").isEmpty)
    #expect(line.arrive(6, "order.cancelled", .high).isEmpty)
    #expect(line.wait(.seconds(1)).isEmpty)
    #expect(line.summarize(7, "summary.orders number:4") == ["say 6"])
    #expect(line.spoken() == ["6 played 0", "say 7"])
    #expect(line.spoken() == ["7 played 0", "say 5"])
    #expect(line.spoken() == ["5 played 0"])
    #expect(line.queue.count == 0)
  }

  @Test func `is said one by one if some of it has been dealt with meanwhile`() {
    var line = line()
    #expect(line.arrive(1...4, "order.new") == ["prepare"])
    #expect(line.ready() == ["summarize 1 2 3 4: summary.orders number:4"])
    let rest = [1, 2, 4].map { QueuedCommand.item($0, "order.new") }
    #expect(line.handle(.notSummarized(rest)) == ["say 1"])
    #expect(line.handle(.withdrawn(.journal(3))).isEmpty)
    #expect(line.spoken() == ["1 played 0", "say 2"])
    #expect(line.spoken() == ["2 played 0", "say 4"])
    #expect(line.spoken() == ["4 played 0"])
    #expect(line.queue.count == 0)
  }

  @Test func `is summed up anew if what is left of it is still deep enough`() {
    var line = line()
    #expect(line.arrive(1...5, "order.new") == ["prepare"])
    #expect(line.ready() == ["summarize 1 2 3 4 5: summary.orders number:5"])
    let rest = [1, 2, 4, 5].map { QueuedCommand.item($0, "order.new") }
    #expect(line.handle(.notSummarized(rest)) == ["summarize 1 2 4 5: summary.orders number:4"])
  }

  @Test func `takes normal and low together, and leaves the others where they are`() {
    var line = line()
    #expect(line.arrive(1, "order.new", .low) == ["prepare"])
    #expect(line.arrive(2, "order.courier").isEmpty)
    #expect(line.arrive(3, "order.new").isEmpty)
    #expect(line.arrive(4, "order.new", .low).isEmpty)
    #expect(line.arrive(5, "chime order.new").isEmpty)
    #expect(line.ready() == ["say 2"])
    #expect(line.spoken() == ["2 played 0", "summarize 3 5 1 4: summary.orders number:4"])
  }

  @Test(arguments: [
    ("a member without an amount", "order.new"),
    ("a member with two amounts", "order.new money:CNY1.00 money:CNY2.00"),
    ("a member in another currency", "order.new money:USD1.50"),
  ])
  func `says the number alone for want of an exact sum`(why: String, say: String) {
    #expect(first(of: orders(3) + [say], line()) == ["summarize 1 2 3 4: summary.orders number:4"])
    #expect(first(of: [say] + orders(3), line()) == ["summarize 1 2 3 4: summary.orders number:4"])
  }

  @Test func `says the number alone if the sum is too large to be counted`() {
    let most = "order.new money:JPY\(Int.max)"
    #expect(
      first(of: [most, most, "order.new money:JPY1", "order.new money:JPY1"], line())
        == ["summarize 1 2 3 4: summary.orders number:4"])
  }

  @Test func `says the number alone if the pack cannot say the sum`() {
    let line = QueueLine(line().queue.policy) { !$0.text.contains("money:") }
    #expect(first(of: orders(4), line) == ["summarize 1 2 3 4: summary.orders number:4"])
  }

  @Test func `is said one by one if the pack can say no summary of it`() {
    var line = QueueLine(line().queue.policy) { !$0.text.hasPrefix("summary.") }
    #expect(line.arrive(1...4, "order.new") == ["prepare"])
    #expect(line.ready() == ["say 1"])
    let said = (1...4).flatMap { _ in line.spoken() }
    #expect(
      said == ["1 played 0", "say 2", "2 played 0", "say 3", "3 played 0", "say 4", "4 played 0"])
  }

  @Test func `leaves payments alone unless the shop wants them summed up`() {
    let payments = [
      "payment.received money:CNY1.00", "payment.alipay money:CNY2.50",
      "chime payment.wechat money:CNY0.01", "payment.card money:CNY3.00",
    ]
    #expect(first(of: payments, line()) == ["say 1"])
    #expect(
      first(of: payments, line { $0.summarizesPayments = true })
        == ["summarize 1 2 3 4: summary.payments number:4 money:CNY6.51"])
  }

  @Test func `counts orders and payments apart`() {
    let both = ["order.new", "payment.cash", "order.new", "payment.cash", "order.new"]
    #expect(first(of: both, line { $0.summarizesPayments = true }) == ["say 1"])
  }

  @Test(arguments: [
    "payment.refund money:CNY1.00", "payment.failed money:CNY1.00", "payment.pending money:CNY1.00",
    "order.cancelled", "order.reminder", "order.courier", "order.ready number:7",
    "queue.call number:7", "queue.call number:7 queue.counter number:3", "system.test",
  ])
  func `is none of things that must be heard by themselves`(say: String) {
    let many = Array(repeating: say, count: 9)
    #expect(first(of: many, line { $0.summarizesPayments = true }) == ["say 1"])
  }

  @Test func `takes no alert and nothing of priority high`() {
    #expect(first(of: orders(9), priority: .high, line()) == ["say 1"])
    var line = line()
    for n in 1...9 { _ = line.alert(Int64(n)) }
    #expect(line.ready() == ["ring say 1"])
  }

  @Test func `takes nothing that is no command of the journal, such as a self-test`() {
    var line = line()
    let order = QueuedCommand.item(1, "order.new")
    let test = QueuedCommand(
      .selfTest(1), order: order.order, command: order.command, since: order.since)
    #expect(line.handle(.arrived(test)) == ["prepare"])
    #expect(line.arrive(1...4, "order.new").isEmpty)
    #expect(line.ready() == ["say test-1"])
    #expect(line.spoken() == ["test-1 played 0", "summarize 1 2 3 4: summary.orders number:4"])
  }

  @Test func `takes nothing that was heard in part: that is said again from its start`() {
    var line = line()
    #expect(line.arrive(1, "order.new") == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2...5, "order.new").isEmpty)
    #expect(line.arrive(6, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.cut() == ["1 waits again", "say 6 at once"])
    #expect(line.spoken() == ["6 played 0", "say 1"])
    #expect(line.failed() == ["1 waits again, device failed", "prepare after a while"])
    #expect(line.ready() == ["say 1"])
    #expect(line.spoken() == ["1 played 0", "summarize 2 3 4 5: summary.orders number:4"])
  }
}
