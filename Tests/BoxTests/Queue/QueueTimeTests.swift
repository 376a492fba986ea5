import Testing
import Wire

@testable import Box

@Suite struct `Time in a queue` {
  private static let year = Duration.seconds(365 * 86_400)

  @Test(arguments: [year, .zero - year])
  func `moves no round when the wall clock is set`(step: Duration) {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.spoken() == ["1 was heard 1"])
    line.moment.wall = line.moment.wall + step
    #expect(line.handle(.time).isEmpty)
    #expect(line.queue.nextDue == line.moment.uptime + .seconds(1))
    #expect(line.wait(.milliseconds(999)).isEmpty)
    line.moment.wall = line.moment.wall + (.zero - step - step)
    #expect(line.wait(.milliseconds(1)) == ["prepare"])
    #expect(line.ready() == ["ring 1"])
  }

  @Test(arguments: [year, .zero - year])
  func `wastes no lifetime, and gives none, when the wall clock is set`(step: Duration) {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2, expiry: .after(.seconds(600))).isEmpty)
    #expect(line.arrive(3, expiry: .after(.seconds(600))).isEmpty)
    line.moment.wall = line.moment.wall + step
    line.pass(.seconds(599))
    #expect(line.spoken() == ["1 played 0", "say 2"])
    line.pass(.seconds(1))
    #expect(line.spoken() == ["2 played 0", "3 expired 5: expired 600 s after it came"])
  }

  @Test(arguments: [year, .zero - year])
  func `keeps the order of arrival when the wall clock is set`(step: Duration) {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2).isEmpty)
    line.moment.wall = line.moment.wall + step
    line.pass(.seconds(1))
    #expect(line.arrive(3).isEmpty)
    #expect(line.arrive(4, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.cut() == ["1 waits again", "say 4 at once"])
    #expect(line.spoken() == ["4 played 0", "say 1"])
    #expect(line.spoken() == ["1 played 0", "say 2"])
    #expect(line.spoken() == ["2 played 0", "say 3"])
  }

  @Test func `of 1970 silences and expires nothing`() {
    var line = QueueLine {
      let always = WeeklyWindow(days: Set(1...7), from: 0, to: 86_400)
      $0.quietHours = QuietHours(windows: [always]) { _ in LocalTime(weekday: 1, second: 0) }
    }
    line.moment = Moment(wall: Timestamp(milliseconds: 3000), uptime: .seconds(3))
    #expect(line.handle(.muted(until: TestClock.start)).isEmpty)
    #expect(line.arrive(1, expiry: .at(TestClock.start)) == ["prepare"])
    #expect(line.alert(2).isEmpty)
    #expect(line.ready() == ["say 1"])
    #expect(line.spoken() == ["1 played 0", "ring say 2"])
    #expect(line.spoken() == ["2 was heard 1"])
    #expect(line.nextRound() == ["prepare", "ring 2"])
  }

  @Test func `is judged anew once the clock is right`() {
    var line = QueueLine()
    line.moment.wall = Timestamp(milliseconds: 3000)
    #expect(line.arrive(1...2, "order.courier") == ["prepare"])
    #expect(line.arrive(3, expiry: .at(TestClock.start)).isEmpty)
    #expect(line.ready() == ["say 1"])
    line.moment.wall = TestClock.start
    #expect(line.handle(.time).isEmpty)
    #expect(line.spoken() == ["1 played 0", "say 2"])
    #expect(
      line.spoken() == ["2 played 0", "3 expired 5: expired at 2026-11-29T12:00:00.000Z"])
  }

  @Test func `wakes the queue for the alert that is due first, and never while it speaks`() {
    var line = QueueLine()
    #expect(line.queue.nextDue == nil)
    #expect(line.alert(1) == ["prepare"])
    #expect(line.queue.nextDue == nil)
    #expect(line.alert(2).isEmpty)
    #expect(line.ready() == ["ring say 1"])
    #expect(line.queue.nextDue == nil)
    #expect(line.spoken() == ["1 was heard 1", "ring say 2"])
    line.pass(.milliseconds(400))
    #expect(line.spoken() == ["2 was heard 1"])
    #expect(line.queue.nextDue == line.moment.uptime + .milliseconds(600))
  }

  @Test func `tells how long the oldest has waited, whatever the wall clock shows`() {
    var line = QueueLine()
    #expect(line.queue.oldest == nil)
    let came = line.moment.uptime
    #expect(line.arrive(1) == ["prepare"])
    line.pass(.seconds(1))
    line.moment.wall = line.moment.wall + Self.year
    #expect(line.arrive(2, "order.courier", .high).isEmpty)
    #expect(line.queue.oldest == came)
    #expect(line.ready() == ["say 2"])
    #expect(line.spoken() == ["2 played 0", "say 1"])
    #expect(line.queue.oldest == came)
    #expect(line.spoken() == ["1 played 0"])
    #expect(line.queue.oldest == nil)
  }
}
