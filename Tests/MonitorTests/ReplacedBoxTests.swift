import Fleet
import TestKit
import Testing
import Wire

@testable import Monitor

/// A new computer, or a new card, takes an old box's name: its receipts are counted from 1 again.
@Suite(.postgres, .timeLimit(.minutes(1))) struct `A box whose journal is lost` {
  @Test(arguments: DatabaseKind.allCases)
  func `has its receipts counted anew, and what is missing of them is known`(
    kind: DatabaseKind
  ) async throws {
    try await withFleetDatabase(kind) { path in
      let box = try SampleBox()
      do {
        let monitor = try TestMonitor(path)
        try monitor.take(
          box.state(.online, connectionNumber: 40),
          box.delivered("a", seq: 811, connectionNumber: 40),
          box.handled("a", seq: 812, connectionNumber: 40))
        try monitor.take(
          box.state(.online, connectionNumber: 70), box.delivered("b", seq: 1, connectionNumber: 70)
        )
      }
      // What was counted is not forgotten when the monitor is started again.
      let monitor = try TestMonitor(path)
      try monitor.take(box.handled("c", seq: 4, connectionNumber: 71))
      let sequence = try Self.sequence(monitor, box)
      #expect(sequence.head == 4)
      #expect(sequence.gaps == [SequenceNumbers.Gap(first: 2, last: 3)])
    }
  }

  @Test func `is not taken for one when an old receipt is sent again`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(
        box.delivered("a", seq: 1, connectionNumber: 40),
        box.delivered("b", seq: 5, connectionNumber: 41))
      try monitor.take(
        box.delivered("c", seq: 2, connectionNumber: 40),
        box.delivered("d", seq: 3, connectionNumber: 41))
      let sequence = try Self.sequence(monitor, box)
      #expect(sequence.head == 5)
      #expect(sequence.gaps == [SequenceNumbers.Gap(first: 4, last: 4)])
    }
  }

  /// Without a clock that knows the time it begins with a low number.
  @Test func `is online with what it has just said, and not with what the broker had kept`()
    async throws
  {
    try await withMonitor { monitor in
      let box = try SampleBox()
      func condition() -> BoxRecord.Condition? {
        monitor.fleet.withState { $0.boxes[box.name]?.record.condition(at: TestMonitor.start) }
      }
      try monitor.take(
        box.state(.online, connectionNumber: 70), box.state(.lost, connectionNumber: 70))
      try monitor.take([box.state(.online, connectionNumber: 3)], isRetained: true)
      #expect(condition() == .lost)
      try monitor.take(
        box.state(.lost, connectionNumber: 3), box.state(.offline, connectionNumber: 3))
      #expect(condition() == .lost)
      try monitor.take(box.state(.online, connectionNumber: 3))
      #expect(condition() == .online)
      try monitor.take(box.state(.offline, connectionNumber: 3))
      #expect(condition() == .offline)
    }
  }

  @Test func `opens no gap when a receipt of the old journal comes late`() async throws {
    try await withMonitor { monitor in
      let box = try SampleBox()
      try monitor.take(
        box.delivered("a", seq: 811, connectionNumber: 40),
        box.delivered("b", seq: 1, connectionNumber: 70),
        box.handled("a", seq: 812, connectionNumber: 40),
        box.handled("b", seq: 2, connectionNumber: 70))
      let sequence = try Self.sequence(monitor, box)
      #expect(sequence.head == 2)
      #expect(sequence.gaps.isEmpty)
      let late = try monitor.repository.attempts(called: "a", limit: 1).first
      #expect(late?.outcome == .played, "it is kept like any other")
    }
  }

  private static func sequence(
    _ monitor: TestMonitor, _ box: SampleBox
  ) throws -> SequenceNumbers {
    let record = monitor.fleet.withState { $0.boxes[box.name]?.record }
    return try #require(record).sequence
  }
}
