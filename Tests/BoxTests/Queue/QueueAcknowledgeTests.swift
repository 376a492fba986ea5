import Testing
import Wire

@testable import Box

@Suite struct `An acknowledgement in a queue` {
  /// A line in which the first round of alert 1 sounds, and others wait.
  private func ringing(_ others: ClosedRange<Int64>? = nil) -> QueueLine {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    for n in others.map(Array.init) ?? [] { #expect(line.alert(n).isEmpty) }
    #expect(line.ready() == ["ring say 1"])
    return line
  }

  @Test func `cuts the round that sounds, which does not count`() {
    var line = ringing(2...2)
    #expect(line.acknowledge("o1") == ["cut soon"])
    #expect(
      line.cut() == ["1 stopped 0 after 0 and a part: acknowledged by the cook", "ring say 2"])
  }

  @Test func `counts the round if it ended whole all the same`() {
    var line = ringing()
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(line.nextRound() == ["prepare", "ring 1"])
    #expect(line.acknowledge("o1") == ["cut soon"])
    #expect(line.spoken() == ["1 stopped 0 after 2: acknowledged by the cook"])
  }

  @Test func `ends the alert also if the device fails in that round`() {
    var line = ringing(2...2)
    #expect(line.acknowledge("o1") == ["cut soon"])
    #expect(
      line.failed() == [
        "1 stopped 0 after 0 and a part: acknowledged by the cook", "prepare after a while",
      ])
    #expect(line.ready() == ["ring say 2"])
  }

  @Test func `ends an alert between two rounds at once`() {
    var line = ringing()
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(line.acknowledge("o1") == ["1 stopped 0 after 1: acknowledged by the cook"])
    #expect(line.queue.nextDue == nil)
    #expect(line.queue.count == 0)
  }

  @Test func `ends an alert that was never heard`() {
    var line = ringing(2...3)
    #expect(line.acknowledge("o2") == ["2 stopped 0 after 0: acknowledged by the cook"])
    #expect(line.spoken() == ["1 was heard 1", "ring say 3"])
  }

  @Test func `ends an alert that high has just interrupted`() {
    var line = ringing()
    #expect(line.arrive(2, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.acknowledge("o1") == ["cut soon"])
    #expect(
      line.cut() == ["1 stopped 0 after 0 and a part: acknowledged by the cook", "say 2"])
    #expect(line.spoken() == ["2 played 0"])
    #expect(line.queue.count == 0)
  }

  @Test func `lets other orders ring on`() {
    var line = ringing(2...3)
    #expect(line.spoken() == ["1 was heard 1", "ring say 2"])
    #expect(line.acknowledge("o1") == ["1 stopped 0 after 1: acknowledged by the cook"])
    #expect(line.acknowledge("o9").isEmpty)
    #expect(line.spoken() == ["2 was heard 1", "ring say 3"])
    #expect(line.spoken() == ["3 was heard 1"])
    #expect(line.nextRound() == ["prepare", "ring 2"])
  }

  @Test func `ends all alerts of its order, wherever they are, and nothing else about it`() {
    var line = QueueLine()
    #expect(line.alert(1, order: "a") == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.alert(2, order: "a").isEmpty)
    #expect(line.spoken() == ["1 was heard 1", "ring say 2"])
    #expect(line.alert(3, order: "a").isEmpty)
    #expect(line.alert(4, order: "b").isEmpty)
    #expect(line.handle(.arrived(.item(5, "order.courier", order: "a"))).isEmpty)
    let by = "acknowledged by the cook"
    #expect(
      line.acknowledge("a") == [
        "3 stopped 0 after 0: \(by)", "1 stopped 0 after 1: \(by)", "cut soon",
      ])
    #expect(line.cut() == ["2 stopped 0 after 0 and a part: \(by)", "ring say 4"])
    #expect(line.spoken() == ["4 was heard 1", "say 5"])
  }

  @Test func `by the button means the alert that is heard`() {
    var line = ringing(2...2)
    #expect(line.spoken() == ["1 was heard 1", "ring say 2"])
    #expect(line.handle(.pressed) == ["acknowledge o2"])
    // The owner of the queue writes it down for the whole store, and then tells the queue.
    #expect(line.acknowledge("o2") == ["cut soon"])
  }

  @Test func `by the button means the alert heard last if none is heard`() {
    var line = ringing(2...3)
    #expect(line.spoken() == ["1 was heard 1", "ring say 2"])
    line.pass(.milliseconds(500))
    #expect(line.spoken() == ["2 was heard 1", "ring say 3"])
    #expect(line.arrive(4, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.spoken() == ["3 was heard 1", "say 4 at once"])
    #expect(line.handle(.pressed) == ["acknowledge o3"])
    #expect(line.acknowledge("o3") == ["3 stopped 0 after 1: acknowledged by the cook"])
    #expect(line.handle(.pressed) == ["acknowledge o2"])
  }

  @Test func `by the button means the alert that was cut in its first round`() {
    var line = ringing(2...2)
    #expect(line.arrive(3, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.cut() == ["1 waits again", "say 3 at once"])
    #expect(line.handle(.pressed) == ["acknowledge o1"])
    #expect(line.acknowledge("o1") == ["1 stopped 0 after 0: acknowledged by the cook"])
    // Nobody has heard alert 2 yet.
    #expect(line.handle(.pressed).isEmpty)
  }

  @Test func `by the button means nothing if nothing rings`() {
    var line = QueueLine()
    #expect(line.handle(.pressed).isEmpty)
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.handle(.pressed).isEmpty)
    #expect(line.alert(2).isEmpty)
    #expect(line.handle(.pressed).isEmpty)
  }
}
