import Testing
import Wire

@testable import Box

@Suite struct `A muted queue` {
  private let end = TestClock.start + .seconds(60)
  private let muted = "muted 9: muted until 2026-11-29T12:01:00.000Z"

  private func line(_ change: (inout QueuePolicy) -> Void = { _ in }) -> QueueLine {
    var line = QueueLine(change)
    #expect(line.handle(.muted(until: end)).isEmpty)
    return line
  }

  @Test func `says nothing until its time, and speaks from then on`() {
    var line = line()
    line.pass(.milliseconds(59_999))
    #expect(line.arrive(1) == ["1 \(muted)"])
    line.pass(.milliseconds(1))
    #expect(line.arrive(2) == ["prepare"])
  }

  @Test func `speaks again when somebody ends it`() {
    var line = line()
    #expect(line.arrive(1) == ["1 \(muted)"])
    #expect(line.handle(.muted(until: nil)).isEmpty)
    #expect(line.arrive(2) == ["prepare"])
  }

  @Test func `is not muted by a time that is over`() {
    var line = QueueLine()
    #expect(line.handle(.muted(until: line.moment.wall)).isEmpty)
    #expect(line.arrive(1) == ["prepare"])
  }

  @Test func `lets what is being said end, and settles what waits`() {
    var line = QueueLine()
    #expect(line.arrive(1...2, "order.courier") == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.handle(.muted(until: end)).isEmpty)
    #expect(line.spoken() == ["1 played 0", "2 \(muted)"])
  }

  @Test func `lets high pass if the shop wants it`() {
    var line = line()
    #expect(line.arrive(1, "order.cancelled", .high) == ["1 \(muted)"])
    line = self.line { $0.highPasses = true }
    #expect(line.arrive(1, "order.cancelled", .high) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2).isEmpty)
    #expect(line.spoken() == ["1 played 0", "2 \(muted)"])
  }

  @Test func `ends an alert at its next round`() {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.handle(.muted(until: end)).isEmpty)
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(
      line.wait(.seconds(1)) == [
        "1 muted 9 after 1: muted until 2026-11-29T12:01:00.000Z"
      ])
  }

  @Test func `says that it is late rather than that it is muted`() {
    var line = line()
    #expect(
      line.arrive(1, expiry: .at(TestClock.start))
        == ["1 expired 5: expired at 2026-11-29T12:00:00.000Z"])
  }

  @Test func `does not believe a clock that cannot be right`() {
    var line = line()
    line.moment.wall = Timestamp(milliseconds: 5000)
    #expect(line.arrive(1) == ["prepare"])
  }
}
