import Testing
import Wire

@testable import Box

@Suite struct `A queue in quiet hours` {
  /// The clock on the wall of a shop in the zone UTC.
  @Sendable private static func localTime(_ moment: Timestamp) -> LocalTime {
    let seconds = Int(moment.milliseconds / 1000)
    // 1970 began on a Thursday.
    return LocalTime(weekday: (seconds / 86_400 + 3) % 7 + 1, second: seconds % 86_400)
  }

  private static func hours(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Int {
    hour * 3600 + minute * 60 + second
  }

  private func line(
    _ windows: WeeklyWindow..., change: (inout QueuePolicy) -> Void = { _ in }
  ) -> QueueLine {
    QueueLine {
      $0.quietHours = QuietHours(windows: windows, localTime: Self.localTime)
      change(&$0)
    }
  }

  /// From Friday and Saturday, 22:30 to 06:15:30 on the day after.
  private let weekend = WeeklyWindow(
    days: [5, 6], from: hours(22, 30), to: hours(6, 15, 30))

  /// What becomes of a command at a time.
  private func outcome(
    at text: String, _ line: QueueLine, _ priority: Priority = .normal
  ) -> String? {
    var line = line
    line.moment.wall = .at(text)
    return line.arrive(1, "order.courier", priority).last
  }

  // 2026-11-27 is a Friday.
  @Test(arguments: [
    "2026-11-27T22:30:00Z", "2026-11-27T23:59:59.999Z", "2026-11-28T00:00:00Z",
    "2026-11-28T06:15:29.999Z", "2026-11-28T22:30:00Z", "2026-11-29T06:15:29.999Z",
  ])
  func `says nothing from the first second to the last, past midnight`(time: String) {
    #expect(outcome(at: time, line(weekend)) == "1 muted 9: quiet hours until 06:15")
  }

  @Test(arguments: [
    "2026-11-27T22:29:59.999Z", "2026-11-28T06:15:30Z", "2026-11-28T22:29:59.999Z",
    "2026-11-29T06:15:30Z",
  ])
  func `speaks before and after`(time: String) {
    #expect(outcome(at: time, line(weekend)) == "prepare")
  }

  @Test(arguments: ["2026-11-27T05:00:00Z", "2026-11-29T22:30:00Z", "2026-11-30T05:00:00Z"])
  func `goes by the day on which a night begins`(time: String) {
    #expect(outcome(at: time, line(weekend)) == "prepare")
  }

  @Test func `carries the night of Sunday into Monday`() {
    let sunday = WeeklyWindow(days: [7], from: Self.hours(23), to: Self.hours(1))
    #expect(
      outcome(at: "2026-11-30T00:30:00Z", line(sunday)) == "1 muted 9: quiet hours until 01:00")
    #expect(outcome(at: "2026-11-29T00:30:00Z", line(sunday)) == "prepare")
  }

  @Test func `knows several stretches, also within a day`() {
    let noon = WeeklyWindow(days: Set(1...7), from: Self.hours(12), to: Self.hours(13, 30))
    let line = line(weekend, noon)
    let muted = "1 muted 9: quiet hours until 13:30"
    #expect(outcome(at: "2026-11-27T11:59:59Z", line) == "prepare")
    #expect(outcome(at: "2026-11-27T12:00:00Z", line) == muted)
    #expect(outcome(at: "2026-11-30T13:29:59Z", line) == muted)
    #expect(outcome(at: "2026-11-27T13:30:00Z", line) == "prepare")
    #expect(outcome(at: "2026-11-28T05:00:00Z", line) == "1 muted 9: quiet hours until 06:15")
  }

  @Test func `lets high pass if the shop wants it, and nothing else`() {
    let night = "2026-11-28T00:00:00Z"
    let muted = "1 muted 9: quiet hours until 06:15"
    #expect(outcome(at: night, line(weekend), .high) == muted)
    let passing = line(weekend) { $0.highPasses = true }
    #expect(outcome(at: night, passing, .high) == "prepare")
    #expect(outcome(at: night, passing) == muted)
  }

  @Test func `lets high interrupt at night if it passes`() {
    var line = line(weekend) { $0.highPasses = true }
    line.moment.wall = .at("2026-11-27T22:29:59Z")
    #expect(line.arrive(1) == ["prepare"])
    #expect(line.ready() == ["say 1"])
    line.pass(.seconds(1))
    #expect(line.arrive(2, "order.cancelled", .high) == ["cut atBorder"])
    #expect(
      line.cut() == [
        "1 waits again", "say 2 at once",
      ])
    // What began before the night has to start again in it.
    #expect(line.spoken() == ["2 played 0", "1 muted 9: quiet hours until 06:15"])
  }

  @Test func `judges what waits when it would start`() {
    var line = line(weekend)
    line.moment.wall = .at("2026-11-27T22:29:59Z")
    #expect(line.arrive(1...2, "order.courier") == ["prepare"])
    #expect(line.ready() == ["say 1"])
    line.pass(.seconds(1))
    #expect(line.spoken() == ["1 played 0", "2 muted 9: quiet hours until 06:15"])
  }

  @Test func `ends an alert between two rounds, with the rounds that were heard`() {
    var line = line(weekend)
    line.moment.wall = .at("2026-11-27T22:29:57Z")
    #expect(line.alert(1) == ["prepare"])
    #expect(line.ready() == ["ring say 1"])
    #expect(line.spoken() == ["1 was heard 1"])
    #expect(line.nextRound() == ["prepare", "ring 1"])
    #expect(line.spoken() == ["1 was heard 2"])
    line.pass(.seconds(1))
    #expect(line.wait(.seconds(1)) == ["1 muted 9 after 2: quiet hours until 06:15"])
    #expect(line.queue.nextDue == nil)
  }

  @Test(arguments: ["1970-01-02T23:00:00Z", "2025-12-27T00:00:00Z"])
  func `does not believe a clock that cannot be right`(time: String) {
    #expect(outcome(at: time, line(weekend)) == "prepare")
  }
}
