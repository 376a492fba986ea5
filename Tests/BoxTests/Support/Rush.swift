import Box

extension QueuePolicy {
  /// Three orders that wait become one summary.
  static let rush: QueuePolicy = {
    var policy = QueuePolicy()
    policy.summaryAbove = 2
    return policy
  }()
}

/// Lends a box in which three orders of 1.50 each wait, which it will sum up.
func withRush<Result>(
  speaker: FakeSpeaker = FakeSpeaker(), _ body: (TestBox) async throws -> Result
) async throws -> Result {
  try await withBox(speaker: speaker, policy: .rush) { box in
    try box.takeRush()
    return try await body(box)
  }
}

extension TestBox {
  /// Takes three orders of 1.50 each.
  func takeRush() throws {
    try take(
      TestBox.command("a", "order.new money:CNY1.50", "\"order\":\"first\""),
      TestBox.command("b", "order.new money:CNY1.50"),
      TestBox.command("c", "order.new money:CNY1.50"))
  }
}
