import Testing
import Wire

@testable import Monitor

@Suite struct `The alarm stateMachine` {
  @Test func `raises an alarm once, and clears it when all has been well for a while`() throws {
    var stateMachine = try TestBoard([.lost(after: .seconds(60))])
    #expect(stateMachine.look(["s1/a"]) == [])
    stateMachine.advance(59)
    #expect(stateMachine.look(["s1/a"]) == [])
    stateMachine.advance(1)
    #expect(stateMachine.look(["s1/a"]) == ["raise box s1/a"])
    stateMachine.advance(600)
    #expect(stateMachine.look(["s1/a"]) == [])
    #expect(stateMachine.look([]) == [])
    stateMachine.advance(29)
    #expect(stateMachine.look([]) == [])
    stateMachine.advance(1)
    #expect(stateMachine.look([]) == ["clear box s1/a"])
    #expect(stateMachine.look([]) == [])
  }

  @Test func `is not impressed by what comes and goes`() throws {
    var stateMachine = try TestBoard([.lost(after: .seconds(60))])
    for _ in 0..<10 {
      #expect(stateMachine.look(["s1/a"]) == [])
      stateMachine.advance(50)
      #expect(stateMachine.look([]) == [])
      stateMachine.advance(50)
    }
    _ = stateMachine.look(["s1/a"])
    stateMachine.advance(60)
    #expect(stateMachine.look(["s1/a"]) == ["raise box s1/a"])
    for _ in 0..<10 {
      #expect(stateMachine.look([]) == [])
      stateMachine.advance(20)
      #expect(stateMachine.look(["s1/a"]) == [])
    }
  }

  @Test func `counts from the moment that is known`() throws {
    var stateMachine = try TestBoard([.lost(after: .seconds(60))])
    let since = stateMachine.moment
    stateMachine.advance(60)
    #expect(stateMachine.look(["s1/a"], since: since) == ["raise box s1/a"])
  }

  @Test func `lets stand what could not be looked at`() throws {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    #expect(stateMachine.look(["s1/a"]) == ["raise box s1/a"])
    stateMachine.advance(600)
    #expect(stateMachine.look(nil) == [])
    stateMachine.advance(600)
    #expect(stateMachine.look(nil) == [])
    #expect(stateMachine.look(["s1/a"]) == [])
  }

  @Test func `goes on after a restart with what was open`() throws {
    var stateMachine = try TestBoard([.gaps(after: .seconds(60))])
    _ = stateMachine.look(["s1/a"])
    stateMachine.advance(60)
    #expect(stateMachine.look(["s1/a"]) == ["raise box s1/a"])
    stateMachine.restart()
    #expect(stateMachine.look(["s1/a"]) == [])
    stateMachine.advance(100)
    #expect(stateMachine.look(["s1/a"]) == [])
    #expect(stateMachine.look([]) == [])
    stateMachine.advance(30)
    #expect(stateMachine.look([]) == ["clear box s1/a"])
  }

  @Test func `clears the alarms of a rule that is no more`() throws {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    #expect(stateMachine.look(["s1/a"]) == ["raise box s1/a"])
    stateMachine.settings.rules = []
    #expect(stateMachine.look(["s1/a"]) == [])
    stateMachine.advance(30)
    #expect(stateMachine.look(["s1/a"]) == ["clear box s1/a"])
  }

  @Test func `is not held open by a clock that is set back`() throws {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    #expect(stateMachine.look(["s1/a"]) == ["raise box s1/a"])
    #expect(stateMachine.look([]) == [])
    stateMachine.advance(-100_000)
    #expect(stateMachine.look([]) == [])
    stateMachine.advance(30)
    #expect(stateMachine.look([]) == ["clear box s1/a"])
  }
}

@Suite struct `Alarms about many boxes` {
  @Test func `are one about the fleet`() throws {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    let boxes = (0..<10_000).map { "s\($0 / 3)/b\($0 % 3)" }
    #expect(stateMachine.look(boxes) == ["raise fleet"])
    #expect(stateMachine.open[0].text.hasPrefix("10000 boxes, such as box s0/b0 ("))
    #expect(stateMachine.look(boxes) == [])
    #expect(stateMachine.look([]) == [])
    stateMachine.advance(30)
    #expect(stateMachine.look([]) == ["clear fleet"])
  }

  @Test func `are one about their store if they are all there`() throws {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    let boxes = (0..<100).map { "s1/b\($0)" }
    #expect(stateMachine.look(boxes + ["s2/a"]) == ["raise store s1", "raise box s2/a"])
  }

  @Test func `do not grow by trickling in`() throws {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    var steps: [String] = []
    for count in 1...200 { steps += stateMachine.look((0..<count).map { "s\($0)/b" }) }
    #expect(steps.count == stateMachine.settings.mostEach + 1)
    #expect(steps.last == "raise fleet")
  }

  @Test func `are told one by one when few are left, so that nothing new hides behind them`() throws
  {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    stateMachine.settings.mostEach = 4
    let boxes = (0..<8).map { "s\($0)/b" }
    #expect(stateMachine.look(boxes) == ["raise fleet"])
    #expect(stateMachine.look(Array(boxes.prefix(3))) == [])
    #expect(stateMachine.look(Array(boxes.prefix(2))) == ["raise box s0/b", "raise box s1/b"])
    stateMachine.advance(30)
    #expect(stateMachine.look(Array(boxes.prefix(2))) == ["clear fleet"])
    #expect(stateMachine.look(["s0/b", "s1/b", "s7/b"]) == ["raise box s7/b"])
  }

  @Test func `leave alone what has an alarm of its own`() throws {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    #expect(stateMachine.look(["s1/a"]) == ["raise box s1/a"])
    let boxes = (0..<50).map { "s\($0)/b" }
    #expect(stateMachine.look(["s1/a"] + boxes) == ["raise fleet"])
    #expect(stateMachine.look(boxes) == [])
    stateMachine.advance(30)
    #expect(stateMachine.look(boxes) == ["clear box s1/a"])
  }

  @Test func `stay summed up after a restart`() throws {
    var stateMachine = try TestBoard([.gaps(after: .seconds(600))])
    let boxes = (0..<50).map { "s\($0)/b" }
    _ = stateMachine.look(boxes)
    stateMachine.advance(600)
    #expect(stateMachine.look(boxes) == ["raise fleet"])
    stateMachine.restart()
    for _ in 0..<10 {
      stateMachine.advance(30)
      #expect(stateMachine.look(boxes) == [])
    }
  }
}

@Suite struct `Quiet hours of alarms` {
  /// From 22 to 7 o'clock, in store `s1`.
  private func quietBoard() throws -> TestBoard {
    var stateMachine = try TestBoard([.lost(after: .zero)])
    let store = try #require(Identifier(rawValue: "s1"))
    stateMachine.settings.quiet = [
      store: [WeeklyWindow(days: Set(1...7), from: 22 * 3600, to: 7 * 3600)]
    ]
    stateMachine.settings.localTime = { moment in
      let seconds = Int(moment.milliseconds / 1000)
      return LocalTime(weekday: (seconds / 86_400 + 3) % 7 + 1, second: seconds % 86_400)
    }
    // 2026-11-30T00:00:00Z
    stateMachine.moment = Timestamp(milliseconds: 1_795_996_800_000)
    return stateMachine
  }

  @Test func `keep an alarm silent, and its end too`() throws {
    var stateMachine = try quietBoard()
    #expect(stateMachine.look(["s1/a"]) == ["raise silently box s1/a"])
    _ = stateMachine.look([])
    stateMachine.advance(30)
    #expect(stateMachine.look([]) == ["clear silently box s1/a"])
  }

  @Test func `end with telling what has outlasted them`() throws {
    var stateMachine = try quietBoard()
    #expect(stateMachine.look(["s1/a"]) == ["raise silently box s1/a"])
    stateMachine.advance(7 * 3600 - 1)
    stateMachine.restart()
    #expect(stateMachine.look(["s1/a"]) == [])
    stateMachine.advance(1)
    #expect(stateMachine.look(["s1/a"]) == ["tell box s1/a"])
    stateMachine.advance(15 * 3600)
    #expect(stateMachine.look([]) == [])
    stateMachine.advance(30)
    #expect(stateMachine.look([]) == ["clear box s1/a"])
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
    var stateMachine = try quietBoard()
    #expect(stateMachine.look(["s2/a"]) == ["raise box s2/a"])
    let boxes = (0..<50).map { "s1/b\($0)" }
    #expect(stateMachine.look(["s2/a"] + boxes) == ["raise silently store s1"])
  }
}

/// A board with one rule, whose time the test moves.
struct TestBoard {
  var stateMachine = AlarmStateMachine()
  var settings = AlarmSettings()
  var moment = TestMonitor.start

  init(_ conditions: [AlarmRule.Condition]) throws {
    for (index, condition) in conditions.enumerated() {
      settings.rules.append(
        AlarmRule(try #require(Identifier(rawValue: "rule\(index)")), condition))
    }
  }

  var open: [Alarm] { stateMachine.open }

  mutating func advance(_ seconds: Int) { moment = moment + .seconds(seconds) }

  mutating func restart() { stateMachine = AlarmStateMachine(open: stateMachine.open) }

  /// What is to be done when the first rule finds boxes; `nil` if it cannot look.
  mutating func look(_ boxes: [String]?, since: Timestamp? = nil) -> [String] {
    var snapshot = RuleSnapshot()
    for rule in settings.rules {
      snapshot.findings[rule.name] = boxes?.compactMap { name in
        BoxName(name).map { Violation(subject: .box($0), text: "away", since: since) }
      }
    }
    return stateMachine.look(at: snapshot, settings, at: moment).map { step in
      let verb =
        switch step {
        case .raise(let alarm): alarm.isTold ? "raise" : "raise silently"
        case .tell: "tell"
        case .clear(let alarm): alarm.isTold ? "clear" : "clear silently"
        }
      return "\(verb) \(step.alarm.subject)"
    }
  }
}
