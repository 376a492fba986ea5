import Testing
import Wire

@testable import Box

@Suite struct `What comes too late in a queue` {
  private let soon = Expiry.at(TestClock.start + .seconds(10))
  private let expired = "expired at 2026-11-29T12:00:10.000Z"

  private func line(_ lateness: QueuePolicy.Lateness) -> QueueLine {
    QueueLine { $0.lateness = lateness }
  }

  @Test func `is judged when it would start, to the millisecond`() {
    var line = line(.skip)
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2, expiry: soon).isEmpty)
    #expect(line.arrive(3, expiry: soon).isEmpty)
    line.pass(.milliseconds(9999))
    #expect(line.spoken() == ["1 played 0", "say 2"])
    line.pass(.milliseconds(1))
    // What has started in time is said to its end.
    #expect(line.spoken() == ["2 played 0", "3 expired 5: \(expired)"])
  }

  @Test func `counts from its coming where its lifetime does`() {
    var line = line(.skip)
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    line.pass(.seconds(5))
    #expect(line.arrive(2, expiry: .after(.seconds(10))).isEmpty)
    #expect(line.arrive(3, expiry: .after(.seconds(10))).isEmpty)
    line.pass(.milliseconds(9999))
    #expect(line.spoken() == ["1 played 0", "say 2"])
    line.pass(.milliseconds(1))
    #expect(line.spoken() == ["2 played 0", "3 expired 5: expired 10 s after it came"])
  }

  @Test func `is skipped also when it was cut and would start again`() {
    var line = line(.skip)
    #expect(line.arrive(1, expiry: soon) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.cut() == ["1 waits again", "say 2 at once"])
    line.pass(.seconds(10))
    #expect(line.spoken() == ["2 played 0", "1 expired 5: \(expired)"])
  }

  @Test func `is said after the phrase for late orders, and its receipt says so`() {
    var line = line(.late)
    #expect(line.arrive(1, "order.new", expiry: soon) == ["prepare"])
    line.pass(.seconds(10))
    #expect(line.ready() == ["late say 1"])
    #expect(line.spoken() == ["1 played 0: late: \(expired)"])
  }

  @Test(arguments: ["payment.received money:CNY1.00", "payment.refund money:CNY1.00"])
  func `is no late order if it is a payment`(say: String) {
    var line = line(.late)
    #expect(line.arrive(1, say, expiry: soon) == ["prepare"])
    line.pass(.seconds(10))
    #expect(line.ready() == ["say 1"])
    #expect(line.spoken() == ["1 played 0: late: \(expired)"])
  }

  @Test func `is called late only until it was heard, if it is an alert`() {
    var line = line(.late)
    #expect(line.alert(1) { $0.expiry = soon } == ["prepare"])
    line.pass(.seconds(10))
    #expect(line.ready() == ["ring late say 1"])
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(line.nextRound() == ["prepare", "ring 1"])
  }

  @Test func `goes on ringing if it was heard in time`() {
    var line = line(.skip)
    #expect(line.alert(1) { $0.expiry = soon } == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.spoken() == ["1 was heard 1"])
    line.pass(.seconds(60))
    #expect(line.nextRound() == ["prepare", "ring 1"])
  }

  @Test func `is skipped if it is an alert that was never heard whole`() {
    var line = line(.skip)
    #expect(line.alert(1) { $0.expiry = soon } == ["prepare"])
    line.pass(.seconds(10))
    #expect(line.ready() == ["1 expired 5 after 0: \(expired)"])
  }

  @Test func `is joined with the other late ones of its kind, and only with these`() {
    var line = line(.summary)
    #expect(line.arrive(1, "order.new money:CNY1.00", expiry: soon) == ["prepare"])
    line.pass(.milliseconds(1))
    #expect(line.arrive(2, "order.new money:CNY2.00").isEmpty)
    #expect(line.arrive(3, "order.courier", expiry: soon).isEmpty)
    #expect(line.arrive(4, "order.new money:CNY4.00", .low, expiry: soon).isEmpty)
    line.pass(.seconds(10))
    #expect(line.ready() == ["summarize 1 4: order.late summary.orders number:2 money:CNY5.00"])
    let summary = "order.late summary.orders number:2 money:CNY5.00"
    #expect(line.summarize(5, summary) == ["say 5"])
    #expect(line.spoken() == ["5 played 0", "say 2"])
    #expect(line.spoken() == ["2 played 0", "late say 3"])
  }

  @Test func `is said by itself if it is the only late one of its kind`() {
    var line = line(.summary)
    #expect(line.arrive(1, "order.new", expiry: soon) == ["prepare"])
    #expect(line.arrive(2, "order.new").isEmpty)
    line.pass(.seconds(10))
    #expect(line.ready() == ["late say 1"])
  }

  @Test func `is summed up without the phrase for orders if it is payments`() {
    var line = QueueLine {
      $0.lateness = .summary
      $0.summarizesPayments = true
    }
    #expect(line.arrive(1, "payment.cash money:CNY1.00", expiry: soon) == ["prepare"])
    #expect(line.arrive(2, "payment.card money:CNY2.00", expiry: soon).isEmpty)
    line.pass(.seconds(10))
    #expect(line.ready() == ["summarize 1 2: summary.payments number:2 money:CNY3.00"])
  }

  @Test func `is called late in a burst too, if all of it is`() {
    var line = line(.late)
    for n in 1...6 { _ = line.arrive(Int64(n), "order.new", expiry: soon) }
    line.pass(.seconds(10))
    #expect(line.ready() == ["summarize 1 2 3 4 5 6: order.late summary.orders number:6"])
  }

  @Test func `is left out of a burst if it is skipped`() {
    var line = line(.skip)
    #expect(line.arrive(1...3, "order.new") == ["prepare"])
    line.pass(.milliseconds(1))
    #expect(line.arrive(4, "order.new", expiry: soon).isEmpty)
    #expect(line.arrive(5...7, "order.new").isEmpty)
    line.pass(.seconds(10))
    #expect(line.ready() == ["summarize 1 2 3 5 6 7: summary.orders number:6"])
    #expect(
      line.summarize(8, "summary.orders number:6") == ["say 8"])
    #expect(line.spoken() == ["8 played 0", "4 expired 5: \(expired)"])
  }
}
