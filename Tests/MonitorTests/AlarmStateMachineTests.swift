import Testing
import Wire

@testable import Monitor

@Suite struct `The alarm state machine` {
  @Test func `raises an alarm once, and clears it when it has been over for a while`() throws {
    var machine = try TestMachine([.lost(after: .seconds(60))])
    #expect(machine.evaluate(["s1/a"]) == [])
    machine.advance(59)
    #expect(machine.evaluate(["s1/a"]) == [])
    machine.advance(1)
    #expect(machine.evaluate(["s1/a"]) == ["raise box s1/a"])
    machine.advance(600)
    #expect(machine.evaluate(["s1/a"]) == [])
    #expect(machine.evaluate([]) == [])
    machine.advance(29)
    #expect(machine.evaluate([]) == [])
    machine.advance(1)
    #expect(machine.evaluate([]) == ["clear box s1/a"])
    #expect(machine.evaluate([]) == [])
  }

  @Test func `ignores violations that are too short`() throws {
    var machine = try TestMachine([.lost(after: .seconds(60))])
    for _ in 0..<10 {
      #expect(machine.evaluate(["s1/a"]) == [])
      machine.advance(50)
      #expect(machine.evaluate([]) == [])
      machine.advance(50)
    }
    _ = machine.evaluate(["s1/a"])
    machine.advance(60)
    #expect(machine.evaluate(["s1/a"]) == ["raise box s1/a"])
    for _ in 0..<10 {
      #expect(machine.evaluate([]) == [])
      machine.advance(20)
      #expect(machine.evaluate(["s1/a"]) == [])
    }
  }

  @Test func `counts from the moment that is known`() throws {
    var machine = try TestMachine([.lost(after: .seconds(60))])
    let since = machine.moment
    machine.advance(60)
    #expect(machine.evaluate(["s1/a"], since: since) == ["raise box s1/a"])
  }

  @Test func `keeps alarms whose rule could not be evaluated`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    #expect(machine.evaluate(["s1/a"]) == ["raise box s1/a"])
    machine.advance(600)
    #expect(machine.evaluate(nil) == [])
    machine.advance(600)
    #expect(machine.evaluate(nil) == [])
    #expect(machine.evaluate(["s1/a"]) == [])
  }

  @Test func `goes on after a restart with what was open`() throws {
    var machine = try TestMachine([.gaps(after: .seconds(60))])
    _ = machine.evaluate(["s1/a"])
    machine.advance(60)
    #expect(machine.evaluate(["s1/a"]) == ["raise box s1/a"])
    machine.restart()
    #expect(machine.evaluate(["s1/a"]) == [])
    machine.advance(100)
    #expect(machine.evaluate(["s1/a"]) == [])
    #expect(machine.evaluate([]) == [])
    machine.advance(30)
    #expect(machine.evaluate([]) == ["clear box s1/a"])
  }

  @Test func `clears the alarms of a removed rule`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    #expect(machine.evaluate(["s1/a"]) == ["raise box s1/a"])
    machine.settings.rules = []
    #expect(machine.evaluate(["s1/a"]) == [])
    machine.advance(30)
    #expect(machine.evaluate(["s1/a"]) == ["clear box s1/a"])
  }

  @Test func `is not held open by a clock that is set back`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    #expect(machine.evaluate(["s1/a"]) == ["raise box s1/a"])
    #expect(machine.evaluate([]) == [])
    machine.advance(-100_000)
    #expect(machine.evaluate([]) == [])
    machine.advance(30)
    #expect(machine.evaluate([]) == ["clear box s1/a"])
  }
}

@Suite struct `Alarms about many boxes` {
  @Test func `are one about the fleet`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    let boxes = (0..<10_000).map { "s\($0 / 3)/b\($0 % 3)" }
    #expect(machine.evaluate(boxes) == ["raise fleet"])
    #expect(machine.open[0].text.hasPrefix("10000 boxes, such as box s0/b0 ("))
    #expect(machine.evaluate(boxes) == [])
    #expect(machine.evaluate([]) == [])
    machine.advance(30)
    #expect(machine.evaluate([]) == ["clear fleet"])
  }

  @Test func `are one about their store if they are all there`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    let boxes = (0..<100).map { "s1/b\($0)" }
    #expect(machine.evaluate(boxes + ["s2/a"]) == ["raise store s1", "raise box s2/a"])
  }

  @Test func `stay few when boxes are added one by one`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    var actions: [String] = []
    for count in 1...200 { actions += machine.evaluate((0..<count).map { "s\($0)/b" }) }
    #expect(actions.count == machine.settings.mostEach + 1)
    #expect(actions.last == "raise fleet")
  }

  @Test func `are split up when few are left, so that nothing new hides behind them`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    machine.settings.mostEach = 4
    let boxes = (0..<8).map { "s\($0)/b" }
    #expect(machine.evaluate(boxes) == ["raise fleet"])
    #expect(machine.evaluate(Array(boxes.prefix(3))) == [])
    #expect(machine.evaluate(Array(boxes.prefix(2))) == ["raise box s0/b", "raise box s1/b"])
    machine.advance(30)
    #expect(machine.evaluate(Array(boxes.prefix(2))) == ["clear fleet"])
    #expect(machine.evaluate(["s0/b", "s1/b", "s7/b"]) == ["raise box s7/b"])
  }

  @Test func `leave alarms of single boxes alone`() throws {
    var machine = try TestMachine([.lost(after: .zero)])
    #expect(machine.evaluate(["s1/a"]) == ["raise box s1/a"])
    let boxes = (0..<50).map { "s\($0)/b" }
    #expect(machine.evaluate(["s1/a"] + boxes) == ["raise fleet"])
    #expect(machine.evaluate(boxes) == [])
    machine.advance(30)
    #expect(machine.evaluate(boxes) == ["clear box s1/a"])
  }

  @Test func `stay combined after a restart`() throws {
    var machine = try TestMachine([.gaps(after: .seconds(600))])
    let boxes = (0..<50).map { "s\($0)/b" }
    _ = machine.evaluate(boxes)
    machine.advance(600)
    #expect(machine.evaluate(boxes) == ["raise fleet"])
    machine.restart()
    for _ in 0..<10 {
      machine.advance(30)
      #expect(machine.evaluate(boxes) == [])
    }
  }
}

@Suite struct `Quiet hours of alarms` {
  /// From 22 to 7 o'clock, in store `s1`.
  private func quietMachine() throws -> TestMachine {
    var machine = try TestMachine([.lost(after: .zero)])
    let store = try #require(Identifier(rawValue: "s1"))
    machine.settings.quiet = [
      store: [WeeklyWindow(days: Set(1...7), from: 22 * 3600, to: 7 * 3600)]
    ]
    machine.settings.localTime = { moment in
      let seconds = Int(moment.milliseconds / 1000)
      return LocalTime(weekday: (seconds / 86_400 + 3) % 7 + 1, second: seconds % 86_400)
    }
    // 2026-11-30T00:00:00Z
    machine.moment = Timestamp(milliseconds: 1_795_996_800_000)
    return machine
  }

  @Test func `keep an alarm silent, and its end too`() throws {
    var machine = try quietMachine()
    #expect(machine.evaluate(["s1/a"]) == ["raise silently box s1/a"])
    _ = machine.evaluate([])
    machine.advance(30)
    #expect(machine.evaluate([]) == ["clear silently box s1/a"])
  }

  @Test func `end with notices of the alarms that outlast them`() throws {
    var machine = try quietMachine()
    #expect(machine.evaluate(["s1/a"]) == ["raise silently box s1/a"])
    machine.advance(7 * 3600 - 1)
    machine.restart()
    #expect(machine.evaluate(["s1/a"]) == [])
    machine.advance(1)
    #expect(machine.evaluate(["s1/a"]) == ["notify box s1/a"])
    machine.advance(15 * 3600)
    #expect(machine.evaluate([]) == [])
    machine.advance(30)
    #expect(machine.evaluate([]) == ["clear box s1/a"])
  }

  @Test(arguments: [
    (5, 21, false), (5, 22, true), (6, 6, true), (6, 7, false), (6, 23, true), (7, 6, true),
    (7, 23, false), (1, 6, false), (4, 23, false),
  ])
  func `begin on their days, and end on the morning after`(
    weekday: Int, hour: Int, isQuiet: Bool
  ) {
    let window = WeeklyWindow(days: [5, 6], from: 22 * 3600, to: 7 * 3600)
    #expect(window.contains(LocalTime(weekday: weekday, second: hour * 3600)) == isQuiet)
  }

  @Test func `are each store's own, and never the fleet's`() throws {
    var machine = try quietMachine()
    #expect(machine.evaluate(["s2/a"]) == ["raise box s2/a"])
    let boxes = (0..<50).map { "s1/b\($0)" }
    #expect(machine.evaluate(["s2/a"] + boxes) == ["raise silently store s1"])
  }
}

/// A state machine with one rule, and a clock that the test moves.
struct TestMachine {
  var machine = AlarmStateMachine()
  var settings = AlarmSettings()
  var moment = TestMonitor.start

  init(_ conditions: [AlarmRule.Condition]) throws {
    for (index, condition) in conditions.enumerated() {
      settings.rules.append(
        AlarmRule(try #require(Identifier(rawValue: "rule\(index)")), condition))
    }
  }

  var open: [Alarm] { machine.open }

  mutating func advance(_ seconds: Int) { moment = moment + .seconds(seconds) }

  mutating func restart() { machine = AlarmStateMachine(open: machine.open) }

  /// The actions when boxes violate the rules; `nil` if the rules could not be evaluated.
  mutating func evaluate(_ boxes: [String]?, since: Timestamp? = nil) -> [String] {
    var snapshot = RuleSnapshot()
    for rule in settings.rules {
      snapshot.violations[rule.name] = boxes?.compactMap { name in
        BoxName(name).map { Violation(subject: .box($0), text: "away", since: since) }
      }
    }
    return machine.advance(snapshot, settings, at: moment).map { action in
      let verb =
        switch action {
        case .raise(let alarm): alarm.isNotified ? "raise" : "raise silently"
        case .notify: "notify"
        case .clear(let alarm): alarm.isNotified ? "clear" : "clear silently"
        }
      return "\(verb) \(action.alarm.subject)"
    }
  }
}
