import Testing
import Wire

@testable import Box

@Suite struct `A stop of a queue` {
  private let why = "stopped by request"

  /// A line that says 3, in which alert 2 pauses and 4 and 5 wait.
  private func full() -> QueueLine {
    var line = QueueLine()
    #expect(line.alert(2) == ["prepare"])
    #expect(line.ready() == ["ring say 2"])
    #expect(line.arrive(3).isEmpty)
    #expect(line.spoken() == ["2 was heard 1", "say 3"])
    #expect(line.arrive(4, "order.courier", .low).isEmpty)
    #expect(line.arrive(5).isEmpty)
    return line
  }

  @Test func `of what is said lets the rest go on`() {
    var line = full()
    #expect(line.handle(.stopped(.current)) == ["cut now"])
    #expect(line.cut() == ["3 stopped 0: \(why)", "say 5"])
    #expect(line.queue.count == 3)
  }

  @Test func `of what waits lets what is said end`() {
    var line = full()
    #expect(
      line.handle(.stopped(.queue)) == [
        "5 stopped 0: \(why)", "4 stopped 0: \(why)", "2 stopped 0 after 1: \(why)",
      ])
    #expect(line.spoken() == ["3 played 0"])
    #expect(line.queue.count == 0)
  }

  @Test func `of all leaves nothing`() {
    var line = full()
    #expect(
      line.handle(.stopped(.all)) == [
        "5 stopped 0: \(why)", "4 stopped 0: \(why)", "2 stopped 0 after 1: \(why)", "cut now",
      ])
    #expect(line.cut() == ["3 stopped 0: \(why)"])
    #expect(line.queue.count == 0 && line.queue.nextDue == nil)
  }

  @Test func `does not claim to have stopped what was heard whole`() {
    var line = full()
    #expect(line.handle(.stopped(.current)) == ["cut now"])
    #expect(line.spoken() == ["3 played 0", "say 5"])
  }

  @Test func `reaches what high has just interrupted`() {
    var line = full()
    #expect(line.arrive(6, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.handle(.stopped(.current)) == ["cut now"])
    #expect(line.cut() == ["3 stopped 0: \(why)", "say 6"])
  }

  @Test func `reaches what waits since high has interrupted it`() {
    var line = full()
    #expect(line.arrive(6, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.cut() == ["3 waits again", "say 6 at once"])
    #expect(
      line.handle(.stopped(.queue)) == [
        "3 stopped 0: \(why)", "5 stopped 0: \(why)", "4 stopped 0: \(why)",
        "2 stopped 0 after 1: \(why)",
      ])
    #expect(line.spoken() == ["6 played 0"])
    #expect(line.queue.count == 0)
  }

  @Test func `of an alert in a round ends it, with the rounds before`() {
    var line = QueueLine()
    #expect(line.alert(1) { $0.rounds = 2 } == ["prepare"])
    #expect(line.ready() == ["ring 1"])
    #expect(line.handle(.stopped(.current)) == ["cut now"])
    #expect(line.cut() == ["1 stopped 0 after 2 and a part: \(why)"])
    #expect(line.queue.nextDue == nil)
  }

  @Test(arguments: Request.Scope.allCases)
  func `of nothing does nothing`(scope: Request.Scope) {
    var line = QueueLine()
    #expect(line.handle(.stopped(scope)).isEmpty)
  }
}
