import Testing
import Wire

@testable import Box

@Suite struct `An alert in a queue` {
  /// The rounds of alert 1 until it ends, and the pauses between them.
  private func rounds(_ line: inout QueueLine) -> (said: [String], pauses: [Duration]) {
    var said = line.alert(1)
    var pauses: [Duration] = []
    said += line.ready()
    while line.queue.count > 0 {
      line.pass(.seconds(2))
      said += line.spoken()
      guard let due = line.queue.nextDue else { break }
      pauses.append(due - line.moment.uptime)
      said += line.nextRound()
    }
    return (said, pauses)
  }

  @Test func `rings twenty times a second apart, and is announced at the first and each fifth`() {
    var line = QueueLine()
    let (said, pauses) = rounds(&line)
    let rings = said.filter { $0.contains("ring") }
    #expect(
      rings == (1...20).map { [1, 5, 10, 15, 20].contains($0) ? "ring say 1" : "ring 1" })
    #expect(said.filter { $0.contains("heard") } == (1...19).map { "1 was heard \($0)" })
    #expect(said.last == "1 played 0 after 20: nobody acknowledged it in 20 rounds")
    #expect(pauses == Array(repeating: .seconds(1), count: 19))
  }

  @Test func `rings as the shop wants it`() {
    var line = QueueLine {
      $0.repetition.rounds = 4
      $0.repetition.pause = .seconds(7)
      $0.repetition.announceEvery = 2
    }
    let (said, pauses) = rounds(&line)
    let rings = said.filter { $0.contains("ring") }
    #expect(rings == ["ring say 1", "ring say 1", "ring 1", "ring say 1"])
    #expect(said.last == "1 played 0 after 4: nobody acknowledged it in 4 rounds")
    #expect(pauses == Array(repeating: .seconds(7), count: 3))
  }

  @Test func `is not due before its pause is over`() {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(line.wait(.milliseconds(999)).isEmpty)
    #expect(line.wait(.milliseconds(1)) == ["prepare"])
  }

  @Test func `takes turns with others, each with its own rounds`() {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    #expect(line.alert(2).isEmpty)
    #expect(line.ready() == ["ring say 1"])
    line.pass(.seconds(2))
    #expect(line.spoken() == ["1 was heard 1", "ring say 2"])
    line.pass(.seconds(2))
    #expect(line.spoken() == ["2 was heard 1", "ring 1"])
    line.pass(.seconds(2))
    #expect(line.spoken() == ["1 was heard 2", "ring 2"])
    #expect(line.queue.alerts == 2)
  }

  @Test func `is due at once after a restart, and goes on counting`() {
    var line = QueueLine()
    #expect(line.alert(1) { $0.rounds = 4 } == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.spoken() == ["1 was heard 5"])
    #expect(line.queue.nextDue == line.moment.uptime + .seconds(1))
  }

  @Test func `is over after a restart if it has rung often enough by the settings of now`() {
    var line = QueueLine { $0.repetition.rounds = 5 }
    #expect(
      line.alert(1) { $0.rounds = 7 }
        == ["1 played 0 after 7: nobody acknowledged it in 7 rounds"])
  }

  @Test func `is stopped on arrival if it was acknowledged before the restart`() {
    var line = QueueLine()
    let acknowledged = line.alert(1) { ($0.rounds, $0.acknowledgedBy) = (3, "the cook") }
    #expect(acknowledged == ["1 stopped 0 after 3: acknowledged by the cook"])
    #expect(line.queue.count == 0)
  }
}
