import Testing

@testable import Box

@Suite struct `A queue to which anything happens` {
  @Test func `settles everything exactly once, and keeps every rule on the way`() {
    var outcomes: Set<String> = []
    for seed in 1...250 {
      var world = QueueWorld(seed: seed)
      world.play(100)
      outcomes.formUnion(world.settled.values)
      guard let fault = world.faults.first else { continue }
      world = QueueWorld(seed: seed, isRead: true)
      world.play(100)
      let end = world.events?.suffix(25).joined(separator: "\n") ?? ""
      Issue.record("seed \(seed): \(fault), after\n\(end)")
      return
    }
    // Dice that never bring something about would prove nothing of it.
    #expect(
      outcomes == ["played", "stopped", "failed", "expired", "muted", "elsewhere"])
  }
}
