import Wire

@testable import Box

extension QueueWorld {
  /// Lets many things happen, and then nothing but what the queue has brought about itself.
  mutating func play(_ count: Int) {
    for _ in 0..<count where faults.isEmpty { something() }
    var steps = 0
    while faults.isEmpty, goOn() {
      steps += 1
      if steps > 100 * count { fault("it comes to no end") }
    }
    guard faults.isEmpty else { return }
    if !open.isEmpty { fault("never settled: \(open.keys.sorted())") }
    let all = Set(1...last)
    let numbers = Set(
      settled.keys.map { id -> Int64 in
        switch id {
        case .journal(let number): number
        case .selfTest(let number): Int64(number)
        }
      })
    if numbers != all { fault("lost: \(all.subtracting(numbers))") }
  }

  /// One thing happens.
  private mutating func something() {
    switch dice.pick(0..<100) {
    case 0..<35: arrive()
    case 35..<65: answer()
    case 65..<80: pass(dice.duration(0..<3000))
    case 80..<84: acknowledge()
    case 84..<87: tell(.pressed)
    case 87..<90: withdraw()
    case 90..<92: tell(.stopped(dice.pick(Request.Scope.allCases)))
    case 92..<94: mute()
    case 94..<96: setClock()
    default: tell(.time)
    }
  }

  private mutating func arrive() {
    last += 1
    let item = dice.item(last, at: moment)
    open[item.id] = Open(item: item, readyAt: moment.uptime)
    tell(.arrived(item))
  }

  /// The device or the speaker answers.
  private mutating func answer() {
    if isLookedFor {
      isLookedFor = false
      isReady = dice.falls(70)
      tell(isReady ? .deviceReady : .deviceMissing(reason: "unplugged"))
    } else if let id = sounding {
      let way = dice.pick(0..<100)
      if mayBeCut, way < 60 {
        end(id, .cut)
      } else if way < 85 {
        end(id, .played(omitted: []))
      } else if way < 95 {
        isReady = false
        end(id, .failed)
      } else {
        end(id, .unspeakable(reason: "no clip"))
      }
    }
  }

  private mutating func end(_ id: QueuedCommand.ID, _ event: QueueEvent) {
    sounding = nil
    ended = (id, event == .played(omitted: []))
    tell(event)
  }

  private mutating func pass(_ duration: Duration) {
    moment.wall = moment.wall + duration
    moment.uptime += duration
    if !open.isEmpty { tell(.time) }
  }

  private mutating func acknowledge() {
    let order = "o\(dice.pick(1...5))"
    tell(.acknowledged(OrderReference(name: order), by: "the cook"))
    let rest = open.values.filter { $0.item.isRepeated && $0.item.order == order }
    if rest.contains(where: { $0.item.id != sounding }) { fault("\(order) rings on") }
  }

  /// Another channel of the store deals with something that is not being said.
  private mutating func withdraw() {
    let waiting = open.keys.filter { $0.number != nil && $0 != sounding }.sorted()
    guard !waiting.isEmpty else { return }
    let id = dice.pick(waiting)
    close(id, "elsewhere")
    tell(.withdrawn(id))
  }

  private mutating func mute() {
    mutedUntil = dice.falls(50) ? moment.wall + dice.duration(0..<10_000) : nil
    tell(.muted(until: mutedUntil))
  }

  private mutating func setClock() {
    let year = Duration.seconds(365 * 86_400)
    moment.wall = moment.wall + dice.pick([year, .zero - year, .seconds(-7), .seconds(7)])
    tell(.time)
  }

  /// What the queue has asked for comes about.
  ///
  /// - Returns: Whether there was something.
  private mutating func goOn() -> Bool {
    if isLookedFor {
      (isLookedFor, isReady) = (false, true)
      tell(.deviceReady)
    } else if let id = sounding {
      end(id, mayBeCut ? .cut : .played(omitted: []))
    } else if let due = queue.nextDue {
      pass(max(.zero, due - moment.uptime))
    } else {
      return false
    }
    return true
  }
}
