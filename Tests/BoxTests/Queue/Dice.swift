import Wire

@testable import Box

/// Chance that comes out the same each time (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Whether something happens that happens so often in a hundred times.
  mutating func falls(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
    guard let choice = choices.randomElement(using: &self) else {
      preconditionFailure("nothing to choose from")
    }
    return choice
  }

  mutating func duration(_ milliseconds: Range<Int>) -> Duration {
    .milliseconds(Int.random(in: milliseconds, using: &self))
  }

  /// The settings of some shop.
  mutating func policy() -> QueuePolicy {
    var policy = QueuePolicy()
    policy.lateness = pick(QueuePolicy.Lateness.allCases)
    policy.summaryAbove = pick([nil, 1, 3, 5])
    policy.summarizesPayments = falls(50)
    policy.highPasses = falls(50)
    policy.repetition.rounds = pick(1...20)
    policy.repetition.pause = pick([.seconds(1), .zero, .seconds(5)])
    if falls(30) {
      let window = WeeklyWindow(days: Set(1...7), from: 0, to: 20)
      policy.quietHours = QuietHours(windows: [window]) { moment in
        LocalTime(weekday: 1, second: Int(moment.milliseconds / 1000 % 60))
      }
    }
    return policy
  }

  /// Some command that comes at a moment.
  mutating func item(_ n: Int64, at moment: Moment) -> QueuedCommand {
    let say = pick([
      "order.new", "order.new money:CNY1.50", "chime order.new money:USD2.00", "order.cancelled",
      "payment.cash money:CNY3.00", "payment.refund money:CNY3.00",
    ])
    let isSelfTest = falls(3)
    var item = QueuedCommand.item(
      n, say, order: "o\(pick(1...5))", since: moment.uptime)
    if isSelfTest {
      return QueuedCommand(
        .selfTest(Int(n)), order: item.order, command: item.command, since: item.since)
    }
    item.priority = pick([.low, .normal, .normal, .high])
    item.isRepeated = falls(25)
    if falls(30) {
      let lifetime = duration(0..<20_000)
      item.expiry = falls(50) ? .after(lifetime) : .at(moment.wall + lifetime)
    }
    item.crashes = falls(5) ? pick(1...2) : 0
    if item.isRepeated, falls(20) { item.rounds = pick(1...20) }
    if item.isRepeated, falls(3) { item.acknowledgedBy = "the cook" }
    return item
  }
}
