import Testing
import Wire

@testable import Box

@Suite struct `A queue whose box or device fails` {
  @Test func `asks for the device once, and says nothing before it is there`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.arrive(2).isEmpty)
    #expect(line.arrive(3, "order.cancelled", .high).isEmpty)
    #expect(line.wait(.seconds(1)).isEmpty)
    #expect(line.ready() == ["say 3"])
  }

  @Test func `asks again after a while as long as the device is missing`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.missing() == ["prepare after a while"])
    #expect(line.arrive(2).isEmpty)
    #expect(line.missing() == ["prepare after a while"])
    #expect(line.ready() == ["say 1"])
  }

  @Test func `settles what expires meanwhile, and keeps the rest`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.arrive(2, expiry: .after(.seconds(10))).isEmpty)
    #expect(line.alert(3) { $0.expiry = .after(.seconds(20)) }.isEmpty)
    line.pass(.seconds(15))
    #expect(
      line.missing() == ["2 expired 5: expired 10 s after it came", "prepare after a while"])
    line.pass(.seconds(15))
    #expect(
      line.missing() == [
        "3 expired 5 after 0: expired 20 s after it came", "prepare after a while",
      ])
    #expect(line.ready() == ["say 1"])
  }

  @Test func `keeps what is late for the device if late ones are said`() {
    var line = QueueLine { $0.lateness = .late }
    #expect(line.arrive(1, expiry: .after(.seconds(10))) == ["prepare"])
    line.pass(.seconds(15))
    #expect(line.missing() == ["prepare after a while"])
    #expect(line.ready() == ["late say 1"])
  }

  @Test func `keeps an alert that was heard while the device is missing`() {
    var line = QueueLine()
    #expect(line.alert(1) { $0.expiry = .after(.seconds(10)) } == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(line.wait(.seconds(1)) == ["prepare"])
    line.pass(.seconds(60))
    #expect(line.missing() == ["prepare after a while"])
    // It wants no waking up while somebody looks for the device.
    #expect(line.queue.nextDue == nil)
    #expect(line.ready() == ["ring 1"])
  }

  @Test func `looks for the device anew after a silence`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2).isEmpty)
    #expect(line.spoken() == ["1 played 0", "say 2"])
    #expect(line.spoken() == ["2 played 0"])
    #expect(line.arrive(3) == ["prepare"])
  }

  @Test func `looks for the device anew if nothing is left to say when it is there`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.handle(.withdrawn(.journal(1))).isEmpty)
    #expect(line.ready().isEmpty)
    #expect(line.arrive(2) == ["prepare"])
  }

  @Test func `says what the device cut again, before what came later`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    line.pass(.seconds(1))
    #expect(line.arrive(2).isEmpty)
    #expect(line.failed() == ["1 waits again, device failed", "prepare after a while"])
    #expect(line.ready() == ["say 1"])
    #expect(line.spoken() == ["1 played 0", "say 2"])
  }

  @Test func `says again what the device cut after high had asked for its end`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.arrive(2, "order.cancelled", .high) == ["cut atBorder"])
    #expect(line.failed() == ["1 waits again, device failed", "prepare after a while"])
    #expect(line.ready() == ["say 2"])
    #expect(line.spoken() == ["2 played 0", "say 1"])
  }

  @Test func `repeats a round that the device cut, and counts it once`() {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(line.nextRound() == ["prepare", "ring 1"])
    #expect(line.failed() == ["1 waits again, device failed", "prepare after a while"])
    #expect(line.ready() == ["ring 1"])
    #expect(line.spoken() == ["1 was heard 2"])
  }

  @Test func `gives up what the device cuts for the third time, and goes on`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.arrive(2).isEmpty)
    let again = ["1 waits again, device failed", "prepare after a while"]
    for _ in 1...2 {
      #expect(line.ready() == ["say 1"])
      #expect(line.failed() == again)
    }
    #expect(line.ready() == ["say 1"])
    #expect(
      line.failed() == again + ["1 failed 3: the sound device failed 3 times while speaking"])
    #expect(line.ready() == ["say 2"])
  }

  @Test func `plays what ended the box once more, and no more than that`() {
    var line = QueueLine()
    #expect(line.arrive(1) { $0.crashes = 1 } == ["prepare"])
    #expect(line.ready() == ["say 1"])
    #expect(line.spoken() == ["1 played 0"])
    #expect(
      line.arrive(2) { $0.crashes = 2 }
        == ["2 failed 4: the box ended 2 times while speaking it"])
  }

  @Test func `counts the crashes of an alert by the round`() {
    var line = QueueLine()
    let crashed = line.alert(1) { ($0.rounds, $0.crashes) = (3, 1) }
    #expect(crashed == ["prepare"])
    #expect(line.ready() == ["ring 1"])
    #expect(line.spoken() == ["1 was heard 4"])
    let rounds = line.queue.ringing.map(\.item.crashes)
    #expect(rounds == [0])
  }

  @Test func `gives up what cannot be said, and goes on`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.arrive(2).isEmpty)
    #expect(line.ready() == ["say 1"])
    #expect(line.handle(.unspeakable(reason: "no clip")) == ["1 failed 2: no clip", "say 2"])
    #expect(line.spoken() == ["2 played 0"])
  }

  @Test func `forgets what another channel has dealt with`() {
    var line = QueueLine()
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.arrive(2).isEmpty)
    #expect(line.arrive(3).isEmpty)
    #expect(line.handle(.withdrawn(.journal(2))).isEmpty)
    #expect(line.ready() == ["say 1"])
    // The journal may know of it only when it should start.
    #expect(line.handle(.withdrawn(.journal(1))) == ["say 3"])
    #expect(line.spoken() == ["3 played 0"])
    #expect(line.queue.count == 0)
  }

  @Test func `counts the device's failures within one round, not over all of them`() {
    var line = QueueLine()
    #expect(line.alert(1) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    for round in 1...4 {
      _ = line.failed()
      _ = line.ready()
      #expect(line.spoken() == ["1 was heard \(round)"])
      _ = line.wait(.seconds(1))
      _ = line.ready()
    }
  }
}
